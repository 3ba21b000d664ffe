/// causeway study: the experiments of the sources, run anew.
#include "study.hpp"

#include <array>

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

extern const Verb study_verb{
    .name = "study",
    .summary = "run an experiment of the sources anew: many random networks, every algorithm",
    .example = "causeway study grids --clusters 2..50 --runs 10000 --seed 1 --format json -o grids.json",
    .set_up = [](command_line::Command& command) { declare_choice(command, studies(), "causeway study"); },
};

}  // namespace causeway::app
