/// causeway fit: the parameters of a model from samples.
#include "fit.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

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

namespace {

void set_up(CLI::App& command) {
    for (const Verb* fit : fits().members()) {
        CLI::App* subcommand = command.add_subcommand(std::string(fit->name), std::string(fit->summary));
        subcommand->footer(fmt::format("Example:\n  {}", fit->example));
        fit->set_up(*subcommand);
    }
    // CLI11 would say that something is missing, but not what there is.
    command.allow_extras();
    command.callback([&command] {
        if (command.get_subcommands().empty()) {
            const std::vector<std::string> words = command.remaining();
            (void)fits().at(words.empty() ? "" : words.front(), "causeway fit");
        }
    });
}

}  // namespace

extern const Verb fit_verb{
    .name = "fit",
    .summary = "find the parameters of a model from measured samples",
    .example = "causeway fit ethernet samples.csv --format json -o ethernet.json",
    .set_up = set_up,
};

}  // namespace causeway::app
