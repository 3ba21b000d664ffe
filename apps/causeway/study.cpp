/// causeway study: the experiments of the sources, run anew.
#include "study.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

namespace causeway::app {

#define CAUSEWAY_STUDY(name) extern const Verb name##_study;
#include "studies.def"
#undef CAUSEWAY_STUDY

const base::Registry<Verb>& studies() {
#define CAUSEWAY_STUDY(name) &name##_study,
    static constexpr std::array kMembers{
#include "studies.def"
    };
#undef CAUSEWAY_STUDY
    static constexpr base::Registry<Verb> kRegistry("study", kMembers);
    return kRegistry;
}

namespace {

void set_up(CLI::App& command) {
    for (const Verb* study : studies().members()) {
        CLI::App* subcommand = command.add_subcommand(std::string(study->name), std::string(study->summary));
        subcommand->footer(fmt::format("Example:\n  {}", study->example));
        study->set_up(*subcommand);
    }
    // CLI11 would say that something is missing, but not what there is.
    command.allow_extras();
    command.callback([&command] {
        if (command.get_subcommands().empty()) {
            const std::vector<std::string> words = command.remaining();
            (void)studies().at(words.empty() ? "" : words.front(), "causeway study");
        }
    });
}

}  // namespace

extern const Verb study_verb{
    .name = "study",
    .summary = "run an experiment of the sources anew: many random networks, every algorithm",
    .example = "causeway study grids --clusters 2..50 --runs 10000 --seed 1 --format json -o grids.json",
    .set_up = set_up,
};

}  // namespace causeway::app
