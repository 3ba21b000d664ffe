/// The optimiser for several trees, from a library of its own that is loaded when it is asked.
#include "causeway/interpose/tree_optimizer.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/version.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <string>

#include <dlfcn.h>

namespace causeway::interpose {

namespace {

constexpr const char* kLibrary = "libcauseway_trees.so";
constexpr const char* kFunction = "causeway_propose_trees";

/// As defined in several_trees/exports/optimizer_library.cpp.
using Deliver = void(void* to, const char* text, std::size_t length);
using Propose = bool (*)(const char* version, const platform::Platform& platform, const platform::Placement& placement,
                         scheme::Operation operation, int root, Deliver* deliver, void* to);

void append(void* to, const char* text, std::size_t length) {
    auto& answer = *static_cast<std::string*>(to);
    try {
        answer.append(text, length);
    } catch (...) {
        answer.clear();  // which is no proposal: nothing may be thrown through the other library
    }
}

std::string last_fault() {
    const char* fault = dlerror();
    return fault == nullptr ? "unknown fault" : fault;
}

/// The folder that this library was loaded from.
std::filesystem::path own_folder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(&propose_trees), &info) == 0 || info.dli_fname == nullptr) {
        return {};
    }
    return std::filesystem::path(info.dli_fname).parent_path();
}

/// Loaded once, for the rest of the process.
Propose load() {
    static const Propose loaded = [] {
        const std::string path = (own_folder() / kLibrary).string();
        void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            throw base::Error(last_fault());
        }
        void* const function = dlsym(library, kFunction);
        if (function == nullptr) {
            throw base::Error(last_fault());
        }
        return reinterpret_cast<Propose>(function);
    }();
    return loaded;
}

}  // namespace

std::vector<planner::TreeProposal> propose_trees(const platform::Platform& platform,
                                                 const platform::Placement& placement, scheme::Operation operation,
                                                 int root) {
    std::string answer;
    if (!load()(base::version().data(), platform, placement, operation, root, append, &answer)) {
        throw base::Error(answer);
    }
    return planner::parse_proposals(answer);
}

}  // namespace causeway::interpose
