#include "causeway/clustering/clustering.hpp"

#include <array>

namespace causeway::clustering {

#define CAUSEWAY_METHOD(name) extern const Method name;
#include "causeway/clustering/methods.def"
#undef CAUSEWAY_METHOD

const base::Registry<Method>& methods() {
#define CAUSEWAY_METHOD(name) &name,
    static constexpr std::array kMembers{
#include "causeway/clustering/methods.def"
    };
#undef CAUSEWAY_METHOD
    static constexpr base::Registry<Method> kRegistry("clustering method", kMembers);
    return kRegistry;
}

}  // namespace causeway::clustering
