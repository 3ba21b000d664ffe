#include "causeway/preload/exports/process_mpi.hpp"

#include "causeway/process/loaded_objects.hpp"

#include <array>
#include <string>

#include <dlfcn.h>
#include <link.h>

namespace causeway::preload {

namespace {

constexpr const char* kMark = "PMPI_Get_library_version";  // MPI 3.0, section 8.1.1; may be called before MPI_Init

void* mark_seen_by(const void* caller) {
    const process::LoadedObject object = process::loaded_object_at(caller);
    if (object.name.empty()) {
        return nullptr;
    }
    void* const handle = ::dlopen(object.name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    return handle != nullptr ? ::dlsym(handle, kMark) : nullptr;
}

void* find_mark(const void* caller) {
    if (void* const behind = ::dlsym(RTLD_NEXT, kMark)) {
        return behind;
    }
    void* const seen = mark_seen_by(caller);
    return seen != nullptr ? seen : process::find_in_process(kMark);
}

std::string soname_of(const link_map& object) {
    const char* names = nullptr;
    const ElfW(Dyn)* soname = nullptr;
    for (const ElfW(Dyn)* entry = object.l_ld; entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_STRTAB) {
            names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
        } else if (entry->d_tag == DT_SONAME) {
            soname = entry;
        }
    }
    return names != nullptr && soname != nullptr ? names + soname->d_un.d_val : "";
}

std::string first_line_of_version(void* mark) {
    // MPI_MAX_LIBRARY_VERSION_STRING is 256 in Open MPI, 8192 in MPICH.
    std::array<char, 32768> text{};
    int length = 0;
    reinterpret_cast<int (*)(char*, int*)>(mark)(text.data(), &length);
    const std::string version(text.data());
    return version.substr(0, version.find('\n'));
}

}  // namespace

ProcessMpi find_mpi(const void* caller) {
    void* const mark = find_mark(caller);
    Dl_info info{};
    void* map = nullptr;
    if (mark == nullptr || ::dladdr1(mark, &info, &map, RTLD_DL_LINKMAP) == 0) {
        return {};
    }
    ::dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL);
    return {mark,
            process::loaded_object_at(mark).base,
            {first_line_of_version(mark), soname_of(*static_cast<link_map*>(map))}};
}

}  // namespace causeway::preload
