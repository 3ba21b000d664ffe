#include "verb.hpp"

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

void OutputOptions::declare(CLI::App& command) {
    command.add_option("--format", format, "text (for people), json or csv (for programs)")
        ->capture_default_str()
        ->check([](const std::string& name) {
            (void)report::format_named(name);  // before anything is done or written
            return std::string();
        });
    command.add_option("-o,--output", file, "write there instead of to the standard output");
}

void OutputOptions::deliver(const report::Document& document) const {
    report::deliver(document, report::format_named(format), file);
}

}  // namespace causeway::app
