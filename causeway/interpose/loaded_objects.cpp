#include "causeway/interpose/loaded_objects.hpp"

#include <memory>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <link.h>

namespace causeway::interpose {

namespace {

struct CloseObject {
    void operator()(void* object) const { ::dlclose(object); }
};
using Object = std::unique_ptr<void, CloseObject>;

/// Null if it is no longer there.
Object object_of(const char* name) {
    return Object(::dlopen(name, RTLD_LAZY | RTLD_NOLOAD));
}

/// Of all but the program itself, which has no name; in the order in which they were loaded.
std::vector<std::string> names_of_objects() {
    std::vector<std::string> names;
    // They are opened later: a thread that is loading something holds one lock and waits for the one held here.
    ::dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* found) {
            if (object->dlpi_name != nullptr && *object->dlpi_name != '\0') {
                static_cast<std::vector<std::string>*>(found)->emplace_back(object->dlpi_name);
            }
            return 0;
        },
        &names);
    return names;
}

Dl_info info_of(const void* address) {
    Dl_info info{};
    return ::dladdr(address, &info) != 0 ? info : Dl_info{};
}

/// The MPI library of an object: of two in one process, each is told by the place of one of its functions.
void* mpi_library_of(const Object& object) {
    return ::dlsym(object.get(), "PMPI_Get_library_version");
}

void* find_anywhere(const char* symbol) {
    const Dl_info own = info_of(reinterpret_cast<const void*>(&find_anywhere));
    void* const own_mpi_library = mpi_library_of(object_of(own.dli_fname));
    for (const std::string& name : names_of_objects()) {
        const Object object = object_of(name.c_str());
        void* const found = object ? ::dlsym(object.get(), symbol) : nullptr;
        if (found == nullptr) {
            continue;
        }
        const Dl_info info = info_of(found);
        void* const mpi_library = mpi_library_of(object);
        if (info.dli_fbase != own.dli_fbase && (mpi_library == nullptr || mpi_library == own_mpi_library)) {
            object_of(info.dli_fname).release();  // never closed
            return found;
        }
    }
    return nullptr;
}

}  // namespace

unsigned long long changes_of_loaded_objects() noexcept {
    unsigned long long changes = 0;
    ::dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* counted) {
            *static_cast<unsigned long long*>(counted) = object->dlpi_adds + object->dlpi_subs;
            return 1;
        },
        &changes);
    return changes;
}

void* find_function(const char* symbol) {
    void* const next = ::dlsym(RTLD_NEXT, symbol);
    return next != nullptr ? next : find_anywhere(symbol);
}

void* find_variable(const char* symbol) {
    void* const first = ::dlsym(RTLD_DEFAULT, symbol);
    return first != nullptr ? first : find_anywhere(symbol);
}

bool is_any_defined(std::span<const char* const> symbols) {
    for (const char* const symbol : symbols) {
        if (::dlsym(RTLD_DEFAULT, symbol) != nullptr) {
            return true;
        }
    }
    for (const std::string& name : names_of_objects()) {
        const Object object = object_of(name.c_str());
        for (const char* const symbol : symbols) {
            if (object && ::dlsym(object.get(), symbol) != nullptr) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace causeway::interpose
