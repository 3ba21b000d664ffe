#include "causeway/base/build.hpp"

#include "causeway/base/version.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <elf.h>
#include <link.h>

namespace causeway::base {

namespace {

/// The end of something of this length in notes of this alignment.
std::size_t padded(std::size_t length, std::size_t alignment) {
    return (length + alignment - 1) / alignment * alignment;
}

/// The build-id among the notes in these bytes.
std::string build_id_in(std::string_view notes, std::size_t alignment) {
    constexpr std::string_view kOwner("GNU\0", 4);
    std::size_t place = 0;
    while (place + sizeof(ElfW(Nhdr)) <= notes.size()) {
        ElfW(Nhdr) head{};
        std::memcpy(&head, notes.data() + place, sizeof head);
        const std::size_t owner = place + sizeof head;
        const std::size_t content = owner + padded(head.n_namesz, alignment);
        const std::size_t end = content + padded(head.n_descsz, alignment);
        if (end > notes.size()) {
            break;
        }
        if (head.n_type == NT_GNU_BUILD_ID && notes.substr(owner, head.n_namesz) == kOwner) {
            std::string text;
            for (const char byte : notes.substr(content, head.n_descsz)) {
                text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
            }
            return text;
        }
        place = end;
    }
    return {};
}

struct Search {
    std::uintptr_t address;  ///< of something in the object
    std::string build_id;
};

int look_into(dl_phdr_info* object, std::size_t /*size*/, void* data) {
    Search& search = *static_cast<Search*>(data);
    const auto begin_of = [&](const ElfW(Phdr) & segment) {
        return static_cast<std::uintptr_t>(object->dlpi_addr + segment.p_vaddr);
    };
    bool is_it = false;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = object->dlpi_phdr[i];
        is_it = is_it || (segment.p_type == PT_LOAD && search.address >= begin_of(segment) &&
                          search.address < begin_of(segment) + segment.p_memsz);
    }
    for (int i = 0; is_it && i < object->dlpi_phnum && search.build_id.empty(); ++i) {
        const ElfW(Phdr)& segment = object->dlpi_phdr[i];
        if (segment.p_type == PT_NOTE) {
            const std::size_t alignment = segment.p_align == 8 ? 8 : 4;
            search.build_id =
                build_id_in({reinterpret_cast<const char*>(begin_of(segment)), segment.p_memsz}, alignment);
        }
    }
    return is_it ? 1 : 0;
}

}  // namespace

std::string build() {
    Search search{.address = reinterpret_cast<std::uintptr_t>(&build), .build_id = {}};
    ::dl_iterate_phdr(look_into, &search);
    return fmt::format("{}-{}", version(), search.build_id);
}

}  // namespace causeway::base
