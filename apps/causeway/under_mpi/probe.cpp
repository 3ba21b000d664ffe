/// causeway probe: the samples from which `causeway fit` finds the parameters of a model (under mpirun).
#include "probe.hpp"

#include <array>

namespace causeway::app {

#define CAUSEWAY_PROBE(name) extern const Verb name##_probe;
#include "probes.def"
#undef CAUSEWAY_PROBE

const base::Registry<Verb>& probes() {
#define CAUSEWAY_PROBE(name) &name##_probe,
    static constexpr std::array kMembers{
#include "probes.def"
    };
#undef CAUSEWAY_PROBE
    static constexpr base::Registry<Verb> kRegistry("model", kMembers);
    return kRegistry;
}

extern const Verb probe_verb{
    .name = "probe",
    .summary = "measure the samples that `causeway fit` needs (under mpirun)",
    .example = "mpirun -n 8 causeway probe ethernet -o samples.csv",
    .set_up = [](command_line::Command& command) { declare_choice(command, probes(), "causeway probe"); },
};

}  // namespace causeway::app
