/// Kinds of calls that tests of what is kept by them share.
#pragma once

#include "causeway/calls/planned_call.hpp"

namespace causeway::calls {

inline CallKind broadcast_from(int root) {
    CallKind kind;
    kind.root = root;
    return kind;
}

}  // namespace causeway::calls
