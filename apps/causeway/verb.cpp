#include "verb.hpp"

#include <fmt/format.h>

#include <array>

namespace causeway::app {

#define CAUSEWAY_VERB(name) extern const Verb name##_verb;
#include "verbs.def"
#ifdef CAUSEWAY_WITH_MPI
#include "under_mpi/verbs.def"
#endif
#undef CAUSEWAY_VERB

const base::Registry<Verb>& verbs() {
#define CAUSEWAY_VERB(name) &name##_verb,
    static constexpr std::array kMembers{
#ifdef CAUSEWAY_WITH_MPI
#include "under_mpi/verbs.def"
#endif
#include "verbs.def"
    };
#undef CAUSEWAY_VERB
    static constexpr base::Registry<Verb> kRegistry("verb", kMembers);
    return kRegistry;
}

void declare_choice(command_line::Command& command, const base::Registry<Verb>& choices, std::string_view name) {
    for (const Verb* choice : choices.members()) {
        command_line::Command own =
            command.subcommand(choice->name, choice->summary, fmt::format("Example:\n  {}", choice->example));
        choice->set_up(own);
    }
    command.require_subcommand(
        [&choices, name](const std::string& word) { (void)choices.at(word, std::string(name)); });
}

void OutputOptions::declare(command_line::Command& command) {
    command.option("--format", format, "text (for people), json or csv (for programs)")
        .show_default()
        .propose({"text", "json", "csv"})
        .check([](const std::string& name) { (void)report::format_named(name); });
    command.option("-o,--output", file, "write there instead of to the standard output").file();
}

void OutputOptions::deliver(const report::Document& document) const {
    report::deliver(document, report::format_named(format), file);
}

}  // namespace causeway::app
