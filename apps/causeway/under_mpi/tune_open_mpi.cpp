/// Open MPI: the variables of its component coll/tuned, which it reads whenever a communicator is made.
#include "control_variables.hpp"
#include "tune_algorithms.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace causeway::app {

namespace {

class OpenMpiAlgorithms final : public LibraryAlgorithms {
public:
    std::vector<tuning::Choice> algorithms(std::string_view collective) override {
        std::vector<tuning::Choice> all;
        const auto variable = find(collective, "");
        if (!variable) {
            return all;
        }
        const auto chains = find(collective, "_chain_fanout");
        for (const auto& [value, word] : variable->words()) {
            if (value != 0) {
                all.push_back({.algorithm = value, .name = word, .fanout = chains ? chains->value() : 0});
            }
        }
        return all;
    }

    bool may_cut(std::string_view collective) override { return find(collective, "_segmentsize").has_value(); }

    mpi::Communicator communicator(MPI_Comm comm, std::string_view collective, const tuning::Choice& choice) override {
        set(collective, choice);
        mpi::Communicator forced = mpi::duplicate(comm);
        set(collective, {});
        return forced;
    }

    int run(std::string_view, const tuning::Choice&, const std::function<int()>& call) override { return call(); }

    std::string own_selection() override { return {}; }

private:
    [[nodiscard]] std::optional<ControlVariable> find(std::string_view collective, std::string_view what) const {
        return variables_.find(fmt::format("coll_tuned_{}_algorithm{}", collective, what));
    }

    void set(std::string_view collective, const tuning::Choice& choice) const {
        if (auto variable = find(collective, "")) {
            variable->set(choice.algorithm);
        }
        if (auto segment = find(collective, "_segmentsize")) {
            segment->set(static_cast<int>(choice.segment.value()));
        }
    }

    ControlVariables variables_;
};

}  // namespace

std::unique_ptr<LibraryAlgorithms> algorithms_of_open_mpi() {
    return std::make_unique<OpenMpiAlgorithms>();
}

void set_for_open_mpi() {
    ::setenv("OMPI_MCA_coll_tuned_use_dynamic_rules", "1", 0);  // else none of the variables counts
}

}  // namespace causeway::app
