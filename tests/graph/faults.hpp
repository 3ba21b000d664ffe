/// What a refused input says, for tests of readers and checks.
#pragma once

#include "causeway/base/error.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace causeway::test {

/// The fault of the InputError that `action` throws; fails the test if it throws none.
inline base::InputError::Fault fault_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const base::InputError& error) {
        return error.fault();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

}  // namespace causeway::test
