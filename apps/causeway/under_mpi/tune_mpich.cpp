/// MPICH: the variables MPIR_CVAR_..._INTRA_ALGORITHM, which it reads in every call.
#include "control_variables.hpp"
#include "tune_algorithms.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/words.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/tuning/mpich_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace causeway::app {

namespace {

/// The file that MPI_Init is in.
std::string path_of_library() {
    Dl_info info{};
    if (::dladdr(reinterpret_cast<void*>(&PMPI_Init), &info) == 0 || info.dli_fname == nullptr) {
        throw base::Error("the file of the MPI library is not known to the loader");
    }
    return info.dli_fname;
}

/// MPICH takes a collective apart where some processes share a host and others do not, and its variables and rules are
/// for the parts. Collective over MPI_COMM_WORLD.
void refuse_shared_hosts() {
    const std::vector<std::string> names = mpi::host_names(MPI_COMM_WORLD);
    const int hosts = discovery::group_by_host(names).num_hosts();
    if (hosts > 1 && hosts < std::ssize(names)) {
        throw base::InputError({"the job",
                                {},
                                fmt::format("{} processes on {} hosts", names.size(), hosts),
                                "one process on each host, or all on one: MPICH has rules for these alone"});
    }
}

class MpichAlgorithms final : public LibraryAlgorithms {
public:
    MpichAlgorithms() {
        refuse_shared_hosts();
        std::string names;
        if (mpi::rank_of(MPI_COMM_WORLD) == 0) {
            const std::string library = base::read_file(path_of_library());
            own_selection_ = tuning::mpich_selection(library);
            names = fmt::format("{}", fmt::join(tuning::mpich_algorithms(library), " "));
        }
        base::for_each_word(mpi::broadcast_text(MPI_COMM_WORLD, names, 0),
                            [this](std::string_view name) { names_.emplace(name); });
    }

    std::vector<tuning::Choice> algorithms(std::string_view collective) override {
        std::vector<tuning::Choice> all;
        if (const ControlVariable* const variable = find(collective)) {
            const std::vector<std::string> values = tuning::mpich_values(variable->description(), collective, names_);
            for (std::size_t value = 1; value < values.size(); ++value) {
                if (!values[value].empty()) {
                    all.push_back({.algorithm = static_cast<int>(value), .name = values[value]});
                }
            }
        }
        return all;
    }

    bool may_cut(std::string_view) override { return false; }

    mpi::Communicator communicator(MPI_Comm comm, std::string_view, const tuning::Choice&) override {
        return mpi::duplicate(comm);
    }

    int run(std::string_view collective, const tuning::Choice& choice, const std::function<int()>& call) override {
        ControlVariable* const variable = find(collective);
        if (variable == nullptr) {
            return call();
        }
        variable->set(choice.algorithm);
        const int code = call();
        variable->set(0);
        return code;
    }

    std::string own_selection() override {
        if (!own_selection_) {
            throw base::Error(fmt::format("{} holds no selection of algorithms in JSON", path_of_library()));
        }
        return *own_selection_;
    }

private:
    ControlVariable* find(std::string_view collective) {
        auto found = variables_.find(collective);
        if (found == variables_.end()) {
            std::string name(collective);
            std::transform(name.begin(), name.end(), name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
            std::optional<ControlVariable> variable = tools_.find(fmt::format("MPIR_CVAR_{}_INTRA_ALGORITHM", name));
            if (!variable) {
                return nullptr;
            }
            found = variables_.emplace(collective, std::move(*variable)).first;
        }
        return &found->second;
    }

    ControlVariables tools_;
    std::map<std::string, ControlVariable, std::less<>> variables_;
    std::set<std::string> names_;
    std::optional<std::string> own_selection_;
};

}  // namespace

std::unique_ptr<LibraryAlgorithms> algorithms_of_mpich() {
    return std::make_unique<MpichAlgorithms>();
}

void set_for_mpich() {
    ::setenv("MPIR_CVAR_COLLECTIVE_FALLBACK", "error", 0);  // an algorithm that does not apply says so
}

}  // namespace causeway::app
