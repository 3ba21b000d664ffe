#include "causeway/job/own_settings.hpp"

#include <exception>

namespace causeway::job {

namespace {

/// Throws InputError.
void read_forced_choices(OwnSettings& own) {
    for (const scheme::Operation operation : scheme::operations()) {
        if (const auto text = own.settings->forced_strategy(scheme::mpi_name_of(operation))) {
            own.forced[operation] = planner::parse_forced(*text, operation, "CAUSEWAY_STRATEGY");
        }
    }
    if (const auto name = own.settings->heuristic()) {
        own.heuristic = &inter_cluster::heuristics().at(*name, "CAUSEWAY_HEURISTIC");
    }
    if (const auto name = own.settings->completion()) {
        own.completion = inter_cluster::completion_named(*name, "CAUSEWAY_COMPLETION");
    }
}

}  // namespace

OwnSettings read_settings(int rank) {
    OwnSettings result;
    try {
        configuration::Sources sources = configuration::sources_of_this_process();
        if (rank != 0) {
            sources.files.clear();
        }
        result.settings = configuration::Settings::read(sources);
        read_forced_choices(result);
    } catch (const std::exception& error) {
        result.settings.reset();
        result.fault = error.what();
    }
    return result;
}

OwnSettings settings_without_files() {
    constexpr int kAnyButTheFirst = 1;  // which reads no files
    return read_settings(kAnyButTheFirst);
}

void take_from_files(OwnSettings& own, const std::string& text) {
    own.settings->take_from_files(text);
    read_forced_choices(own);
}

}  // namespace causeway::job
