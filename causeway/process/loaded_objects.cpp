#include "causeway/process/loaded_objects.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <link.h>

namespace causeway::process {

namespace {

/// What every object of Causeway defines that a program may load.
constexpr const char* kMark = "causeway_version";

struct CloseObject {
    void operator()(void* object) const { ::dlclose(object); }
};
using Object = std::unique_ptr<void, CloseObject>;

/// Null if it is no longer there.
Object object_of(const char* name) {
    return Object(::dlopen(name, RTLD_LAZY | RTLD_NOLOAD));
}

/// The hash of ELF's tables of names in GNU's form.
std::uint32_t hash_of(const char* symbol) {
    std::uint32_t hash = 5381;
    for (; *symbol != '\0'; ++symbol) {
        hash = hash * 33 + static_cast<unsigned char>(*symbol);
    }
    return hash;
}

/// Begins that table: numbers of buckets and so on, then the words of a Bloom filter of all names that are defined.
struct HashTable {
    std::uint32_t num_buckets;
    std::uint32_t first_symbol;
    std::uint32_t num_words;
    std::uint32_t shift;
};

/// Null if the object has none, or one in the older form.
const HashTable* hash_table_of(const dl_phdr_info& object) {
    for (int i = 0; i < object.dlpi_phnum; ++i) {
        if (object.dlpi_phdr[i].p_type != PT_DYNAMIC) {
            continue;
        }
        const ElfW(Addr) dynamic = object.dlpi_addr + object.dlpi_phdr[i].p_vaddr;
        for (const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(dynamic); entry->d_tag != DT_NULL; ++entry) {
            if (entry->d_tag == DT_GNU_HASH) {
                // Most dynamic linkers have made it an address in memory by now.
                const ElfW(Addr) place = entry->d_un.d_ptr;
                return reinterpret_cast<const HashTable*>(place < object.dlpi_addr ? object.dlpi_addr + place : place);
            }
        }
    }
    return nullptr;
}

/// Whether it is worth asking the dynamic linker, which takes a while to open an object.
bool may_define(const dl_phdr_info& object, std::uint32_t hash) {
    const HashTable* const table = hash_table_of(object);
    if (table == nullptr || table->num_words == 0) {
        return true;
    }
    using Word = ElfW(Addr);
    constexpr std::uint32_t kBits = 8 * sizeof(Word);
    const Word word = reinterpret_cast<const Word*>(table + 1)[hash / kBits % table->num_words];
    const Word both = Word{1} << hash % kBits | Word{1} << (hash >> table->shift) % kBits;
    return (word & both) == both;
}

/// Where the object begins that has `place`, if this is it; null if not.
const void* begin_of(const dl_phdr_info& object, const void* place) {
    const auto address = reinterpret_cast<ElfW(Addr)>(place);
    const void* first = nullptr;
    bool is_it = false;
    for (int i = 0; i < object.dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = object.dlpi_phdr[i];
        if (segment.p_type != PT_LOAD) {
            continue;
        }
        const ElfW(Addr) begin = object.dlpi_addr + segment.p_vaddr;
        first = first == nullptr ? reinterpret_cast<const void*>(begin) : first;
        is_it = is_it || (begin <= address && address < begin + segment.p_memsz);
    }
    return is_it ? first : nullptr;
}

/// Of the objects that may define `symbol` and were loaded after the one that has `after` (null: of all), but for the
/// program itself, which has no name; in the order in which they were loaded.
std::vector<std::string> names_of_objects(const char* symbol, const void* after) {
    struct Search {
        std::uint32_t hash;
        const void* after;
        std::vector<std::string> names;
    };
    Search search{hash_of(symbol), after, {}};
    // They are opened later: a thread that is loading something holds one lock and waits for the one held here.
    ::dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* data) {
            auto& asked = *static_cast<Search*>(data);
            if (asked.after != nullptr) {
                if (begin_of(*object, asked.after) != nullptr) {
                    asked.after = nullptr;
                }
            } else if (object->dlpi_name != nullptr && *object->dlpi_name != '\0' && may_define(*object, asked.hash)) {
                asked.names.emplace_back(object->dlpi_name);
            }
            return 0;
        },
        &search);
    return std::move(search.names);
}

Dl_info info_of(const void* address) {
    Dl_info info{};
    return ::dladdr(address, &info) != 0 ? info : Dl_info{};
}

/// The MPI library of an object: of two in one process, each is told by the place of one of its functions.
void* mpi_library_of(const Object& object) {
    return ::dlsym(object.get(), "PMPI_Get_library_version");
}

/// Whether `found`, a definition in `object` or what that needs, is in an object of Causeway.
bool is_ours(const Object& object, const void* found) {
    const void* const mark = ::dlsym(object.get(), kMark);
    return mark != nullptr && info_of(mark).dli_fbase == info_of(found).dli_fbase;
}

void* find_anywhere(const char* symbol, const void* mpi_library, const void* after) {
    for (const std::string& name : names_of_objects(symbol, after)) {
        const Object object = object_of(name.c_str());
        void* const found = object ? ::dlsym(object.get(), symbol) : nullptr;
        if (found == nullptr || is_ours(object, found)) {
            continue;
        }
        const void* const theirs = mpi_library_of(object);
        if (theirs == nullptr || theirs == mpi_library) {
            object_of(info_of(found).dli_fname).release();  // never closed
            return found;
        }
    }
    return nullptr;
}

}  // namespace

LoadedObject loaded_object_at(const void* address) {
    struct Search {
        const void* address;
        LoadedObject found;
    };
    Search search{address, {}};
    ::dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* data) {
            auto& asked = *static_cast<Search*>(data);
            asked.found.base = begin_of(*object, asked.address);
            if (asked.found.base != nullptr && object->dlpi_name != nullptr) {
                asked.found.name = object->dlpi_name;
            }
            return asked.found.base != nullptr ? 1 : 0;
        },
        &search);
    return std::move(search.found);
}

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

void* find_behind(const char* symbol, const void* mpi_library, const void* ours) {
    return find_anywhere(symbol, mpi_library, ours);
}

void* find_variable(const char* symbol, const void* mpi_library) {
    void* const first = ::dlsym(RTLD_DEFAULT, symbol);
    return first != nullptr ? first : find_anywhere(symbol, mpi_library, nullptr);
}

void* find_in_process(const char* symbol) {
    void* found = ::dlsym(RTLD_DEFAULT, symbol);
    if (found != nullptr) {
        return found;
    }
    for (const std::string& name : names_of_objects(symbol, nullptr)) {
        const Object object = object_of(name.c_str());
        if (object && (found = ::dlsym(object.get(), symbol)) != nullptr) {
            return found;
        }
    }
    return nullptr;
}

}  // namespace causeway::process
