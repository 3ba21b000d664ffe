/// Where calls of MPI go, which the program makes to libcauseway.so: to the variant that is made for the program's MPI
/// library; to the MPI library where there is none.
///
/// Nothing is loaded and nothing is said before the first call: programs that are none of MPI's, the shells and tools
/// of a job, come by with the preload as well.
///
/// Another tool that stands before or behind us replaces functions of MPI too, does its own, and calls them by their
/// profiling names (MPI 4.0, section 15.2). These lead here wherever it stands, and from here to the variant; what the
/// variant and the MPI library call by them is meant for the MPI library. Who has called is told by the place that the
/// call returns to.
#include "causeway/preload/exports/entry_points.hpp"
#include "causeway/preload/exports/inactive_interface.hpp"
#include "causeway/preload/exports/process_mpi.hpp"
#include "causeway/preload/exports/say.hpp"
#include "causeway/preload/mpi_library.hpp"
#include "causeway/process/loaded_objects.hpp"

#include <array>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>

#include <dlfcn.h>

namespace causeway::preload {

namespace {

#define CAUSEWAY_NAME(index, name) #name,
constexpr const char* kNames[] = {
#include <names.def>
};
#undef CAUSEWAY_NAME

#define CAUSEWAY_VARIANT(family, number, file) Variant{Family::family, number, file},
constexpr std::array kVariants = {
#include <variants.def>
};
#undef CAUSEWAY_VARIANT

const void* own_place() {
    return reinterpret_cast<const void*>(&causeway_find_target);
}

const void* base_of(const void* place) {
    return place != nullptr ? process::loaded_object_at(place).base : nullptr;
}

/// Whether a tool that stands behind us calls the MPI library by names that lead here.
enum class Tools { kUnknown, kComeBack, kGoPast };

/// What is found out at the first call.
class Process {
public:
    explicit Process(const void* caller) : mpi_(find_mpi(caller)) {
        if (mpi_.mark == nullptr) {
            fail("there is no MPI library in this process that has MPI_Get_library_version (MPI 3.0)");
        }
        const Choice choice = choose_variant(mpi_.library, kVariants);
        const std::string why_none = choice.variant != nullptr ? load(choice.variant->file) : choice.why_none;
        if (!why_none.empty()) {
            say_unless_disabled(why_none + "; all collectives pass through");
        }
    }

    [[nodiscard]] void* variants(const char* name) const {
        return variant_ != nullptr ? ::dlsym(variant_, name) : nullptr;
    }

    /// What `name` is of the MPI library, or of what stands between it and us.
    [[nodiscard]] void* behind(const char* name) const { return process::find_behind(name, mpi_.mark, own_place()); }

    /// Of the object that another tool is which replaces `name`, an MPI function of C, and stands behind us; null if
    /// there is none.
    [[nodiscard]] void* tool_behind(const char* name) const {
        void* const next = ::dlsym(RTLD_NEXT, name);
        const void* const base = base_of(next);
        return base != nullptr && base != mpi_.base && base != variant_base_ ? next : nullptr;
    }

    [[nodiscard]] bool has_tool_in_front(const char* name) const {
        const void* const base = base_of(::dlsym(RTLD_DEFAULT, name));
        return base != nullptr && base != mpi_.base && base != base_of(own_place());
    }

    /// Whether what is called from `caller` by a profiling name is meant for the MPI library.
    [[nodiscard]] bool is_meant_for_mpi(const void* caller) const {
        const process::LoadedObject object = process::loaded_object_at(caller);
        if (object.base == variant_base_ || object.base == mpi_.base) {
            return true;
        }
        // Other parts of an MPI library: its Fortran part, components that it loads.
        const std::string_view file = std::string_view(object.name).substr(object.name.rfind('/') + 1);
        for (const std::string_view begin : {"libmpi_mpifh", "libmpi_usempi", "libmpifort", "libmpichfort", "mca_"}) {
            if (file.starts_with(begin)) {
                return true;
            }
        }
        return false;
    }

    std::atomic<Tools> tools{Tools::kUnknown};
    std::atomic<bool> has_come_back{false};  ///< a call that a tool made by a profiling name

private:
    /// Returns why it cannot be loaded; nothing if it was.
    std::string load(const char* file) {
        const std::string own = process::loaded_object_at(own_place()).name;
        const std::string path = own.substr(0, own.rfind('/') + 1) + "causeway/" + file;
        variant_ = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
        if (variant_ == nullptr) {
            const char* const fault = ::dlerror();
            return fault != nullptr ? fault : path + ": it cannot be loaded";
        }
        variant_base_ = base_of(variants("causeway_version"));
        return {};
    }

    ProcessMpi mpi_;
    void* variant_ = nullptr;
    const void* variant_base_ = nullptr;
};

/// What the first call has found out, or finds out now: `caller` tells it which MPI library is the program's.
Process& process_of(const void* caller) {
    static Process process(caller);
    return process;
}

/// The same once the first call has found it out: whoever calls makes no difference any more.
Process& known_process() {
    return process_of(nullptr);
}

/// MPI_Init, or MPI_Init_thread, of a tool behind us, between what the variant does before and after it.
template <typename... Arguments>
int init_through_tool(const char* name, Arguments... arguments) {
    Process& process = known_process();
    void* const tool = process.tool_behind(name);
    reinterpret_cast<void (*)()>(process.variants("causeway_variant_before_init"))();
    const int code = reinterpret_cast<int (*)(Arguments...)>(tool)(arguments...);
    if (process.has_come_back) {
        process.tools = Tools::kComeBack;
    } else {
        process.tools = Tools::kGoPast;
        say_unless_disabled(
            process::loaded_object_at(tool).name +
            " stands behind libcauseway.so and calls the MPI library past it: it will not see the calls of MPI "
            "that are planned; name it before libcauseway.so in LD_PRELOAD");
    }
    reinterpret_cast<void (*)()>(process.variants("causeway_variant_after_init"))();
    return code;
}

int init_through_tool(int* argc, char*** argv) {
    return init_through_tool<int*, char***>("MPI_Init", argc, argv);
}

int init_thread_through_tool(int* argc, char*** argv, int required, int* provided) {
    return init_through_tool<int*, char***, int, int*>("MPI_Init_thread", argc, argv, required, provided);
}

/// A target, and whether it is that of all later calls.
struct Target {
    void* function = nullptr;
    bool is_final = true;
};

bool is_in_c(std::string_view name) {
    return (name.starts_with("MPI_") && std::islower(static_cast<unsigned char>(name[5])) != 0) ||
           (name.starts_with("MPIX_") && std::islower(static_cast<unsigned char>(name[6])) != 0);
}

/// Of a function of MPI, or of include/causeway.h, that the program calls.
Target target_of(const char* name, const Process& process) {
    void* const variants = process.variants(name);
    if (variants == nullptr) {
        return {std::string_view(name).starts_with("causeway_") ? inactive_function(name) : process.behind(name)};
    }
    void* const tool = is_in_c(name) ? process.tool_behind(name) : nullptr;
    const Tools tools = process.tools;
    if (tool == nullptr || tools == Tools::kGoPast) {
        return {variants};
    }
    if (name == std::string_view("MPI_Init")) {
        return {reinterpret_cast<void*>(static_cast<int (*)(int*, char***)>(&init_through_tool))};
    }
    if (name == std::string_view("MPI_Init_thread")) {
        return {reinterpret_cast<void*>(&init_thread_through_tool)};
    }
    return {tool, tools == Tools::kComeBack};
}

/// Of a function's profiling name.
Target target_behind(const char* name, const void* caller, Process& process) {
    const char* const function = name + 1;
    void* const variants = process.variants(function);
    const bool has_tool =
        variants != nullptr && (process.has_tool_in_front(function) ||
                                (process.tools != Tools::kGoPast && process.tool_behind(function) != nullptr));
    if (!has_tool) {
        return {process.behind(name)};
    }
    if (process.is_meant_for_mpi(caller)) {
        return {process.behind(name), false};
    }
    process.has_come_back = true;
    return {variants, false};
}

bool is_profiling_name(const char* name) {
    return name[0] == 'P';
}

/// Where this one call goes when there is no memory to find out more.
Target target_without_memory(const char* name) noexcept {
    void* variants = nullptr;
    try {
        variants = is_profiling_name(name) ? nullptr : known_process().variants(name);
    } catch (...) {  // it is the very first call
    }
    return {variants != nullptr ? variants : ::dlsym(RTLD_NEXT, name), false};
}

Target find_target(const char* name, const void* caller) {
    Target target;
    try {
        Process& process = process_of(caller);
        target = is_profiling_name(name) ? target_behind(name, caller, process) : target_of(name, process);
    } catch (...) {
        target = target_without_memory(name);
    }
    if (target.function == nullptr) {
        fail(std::string(name) + " was called, and no MPI library is loaded that has it");
    }
    return target;
}

}  // namespace

void* causeway_find_target(std::size_t index, const void* caller) noexcept {
    const Target target = find_target(kNames[index], caller);
    if (target.is_final) {
        std::atomic_ref<void*>(causeway_targets[index]).store(target.function, std::memory_order_release);
    }
    return target.function;
}

}  // namespace causeway::preload
