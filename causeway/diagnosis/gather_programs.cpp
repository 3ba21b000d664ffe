/// What a job would find: launchers, MPI libraries, what is preloaded, Causeway's settings.
#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/configuration/settings.hpp"
#include "causeway/diagnosis/gather_parts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <string_view>

#include <unistd.h>

namespace causeway::diagnosis {

namespace {

constexpr std::string_view kOpenMpi = "Open MPI";
constexpr std::string_view kMpich = "MPICH";

/// What a family calls its programs and folders.
struct Mark {
    std::string_view word;
    std::string_view family;
};
constexpr std::array<Mark, 10> kMarks{{{"orterun", kOpenMpi},
                                       {"prterun", kOpenMpi},
                                       {"prun", kOpenMpi},
                                       {"opal_wrapper", kOpenMpi},
                                       {"openmpi", kOpenMpi},
                                       {"ompi", kOpenMpi},
                                       {"hydra", kMpich},
                                       {"mpich", kMpich},
                                       {"impi", kMpich},
                                       {"mvapich", kMpich}}};

/// Libraries by the versions of their binary interfaces: Open MPI 2 and 3 on, MPICH 3.1 on and what has its ABI.
struct Library {
    const char* file;
    std::string_view family;
};
constexpr std::array<Library, 4> kLibraries{
    {{"libmpi.so.40", kOpenMpi}, {"libmpi.so.20", kOpenMpi}, {"libmpich.so.12", kMpich}, {"libmpi.so.12", kMpich}}};

constexpr std::string_view kPreload = "libcauseway.so";

/// Whether the mark is a word of the text: "ompi" is none of "compilers".
bool has_word(std::string_view text, std::string_view mark) {
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t place = text.find(mark); place != std::string_view::npos; place = text.find(mark, place + 1)) {
        const std::size_t end = place + mark.size();
        if ((place == 0 || !is_letter(text[place - 1])) && (end == text.size() || !is_letter(text[end]))) {
            return true;
        }
    }
    return false;
}

std::string family_of(const std::string& path) {
    const std::string name = path.substr(path.find_last_of('/') + 1);
    for (const std::string& text : {name, path}) {
        for (const Mark& mark : kMarks) {
            if (has_word(text, mark.word)) {
                return std::string(mark.family);
            }
        }
    }
    return {};
}

/// The words between any of `separators`, the empty ones left out.
std::vector<std::string> parts_of(std::string_view text, std::string_view separators) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(separators), text.size());
        if (end > 0) {
            parts.emplace_back(text.substr(0, end));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

void gather_mpi(Facts& facts, const RootFolder& root) {
    for (const char* name : {"mpirun", "mpiexec", "mpicc"}) {
        for (const std::string& folder : parts_of(facts.variable("PATH").value_or(""), ":")) {
            if (const auto path = root.followed(folder + "/" + name)) {
                facts.mpi_commands.push_back({name, *path, family_of(*path)});
                break;
            }
        }
    }
    for (const std::string& folder : parts_of(facts.variable("LD_LIBRARY_PATH").value_or(""), ":;")) {
        for (const Library& library : kLibraries) {
            if (const auto path = root.followed(folder + "/" + library.file)) {
                facts.mpi_libraries.push_back({library.file, *path, std::string(library.family)});
            }
        }
    }
}

void gather_preload(Facts& facts, const RootFolder& root) {
    facts.preloaded = parts_of(facts.variable("LD_PRELOAD").value_or(""), ": ");
    for (const std::string& word : facts.preloaded) {
        // Names without a folder are looked for by the loader, which knows more folders than we do.
        if (word.starts_with('/') && word.find('$') == std::string::npos && !root.has(word)) {
            facts.missing_preloads.push_back(word);
        }
    }
    for (const std::string& line : root.lines("/proc/self/maps")) {
        facts.has_causeway_loaded = facts.has_causeway_loaded || line.ends_with("/" + std::string(kPreload)) ||
                                    line.find("/" + std::string(kPreload) + ".") != std::string::npos;
    }
}

/// Why nothing can be written to `folder`, or be made there if it is missing.
std::optional<std::string> write_fault(const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::path place = folder;
    while (!fs::exists(place, error) && place.has_parent_path() && place != place.parent_path()) {
        place = place.parent_path();
    }
    if (!fs::is_directory(place, error)) {
        return place.string() + " is no folder";
    }
    if (::access(place.c_str(), W_OK | X_OK) != 0) {
        return place.string() + " may not be written to";
    }
    return base::foreign_hand(place == folder ? folder : place.string());
}

void gather_settings(Facts& facts, const Machine& machine) {
    configuration::Sources sources;
    if (machine.root.empty()) {
        sources = configuration::sources_of_this_process();
    }
    sources.environment = machine.environment;
    try {
        const configuration::Settings settings = configuration::Settings::read(sources);
        facts.ignored_files = settings.ignored_files();
        facts.cache_folder = settings.cache_directory().value_or("");
    } catch (const base::InputError& error) {
        facts.settings_fault = error.what();
    }
    if (!facts.cache_folder.empty()) {
        facts.cache_fault = write_fault(machine.root + facts.cache_folder);
    }
}

}  // namespace

void gather_programs(Facts& facts, const Machine& machine, const RootFolder& root) {
    gather_mpi(facts, root);
    gather_preload(facts, root);
    gather_settings(facts, machine);
}

}  // namespace causeway::diagnosis
