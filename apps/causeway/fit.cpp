/// causeway fit: the parameters of a model from samples.
#include "fit.hpp"

#include <array>

namespace causeway::app {

#define CAUSEWAY_FIT(name) extern const Verb name##_fit;
#include "fits.def"
#undef CAUSEWAY_FIT

const base::Registry<Verb>& fits() {
#define CAUSEWAY_FIT(name) &name##_fit,
    static constexpr std::array kMembers{
#include "fits.def"
    };
#undef CAUSEWAY_FIT
    static constexpr base::Registry<Verb> kRegistry("model", kMembers);
    return kRegistry;
}

extern const Verb fit_verb{
    .name = "fit",
    .summary = "find the parameters of a model from measured samples",
    .example = "causeway fit ethernet samples.csv --format json -o ethernet.json",
    .set_up = [](command_line::Command& command) { declare_choice(command, fits(), "causeway fit"); },
};

}  // namespace causeway::app
