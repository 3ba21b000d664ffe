/// causeway probe ethernet: what unequal hosts on a switched Ethernet take (under mpirun).
#include "probe.hpp"
#include "progress_option.hpp"
#include "session.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/text.hpp"
#include "causeway/probe/ethernet_measurement.hpp"
#include "causeway/report/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

namespace causeway::app {

namespace {

struct EthernetOptions {
    std::string file;
    std::string sizes = "0,1,1K,8K,32K,128K,512K,1M";
    std::string collective_sizes = "1,256,4K,16K,64K,256K,1M";
    std::string longest_late_send = "1M";
    int repetitions = 9;
    int collective_repetitions = 25;
    int rounds = 3;
    int at_once = 0;
    ProgressOption progress;
};

/// Sizes that MPI counts can hold.
std::vector<Bytes> sizes_of(const std::string& text, const std::string& option) {
    std::vector<Bytes> sizes = base::parse_byte_list(text, option);
    const Bytes most(std::numeric_limits<int>::max());
    if (std::any_of(sizes.begin(), sizes.end(), [&](Bytes size) { return size > most; })) {
        throw base::InputError({.source = option, .place = {}, .found = text, .accepted = "sizes below 2 GiB"});
    }
    return sizes;
}

/// Throws InputError for wrong options.
probe::EthernetProbeOptions probing_of(const EthernetOptions& options) {
    probe::EthernetProbeOptions probing;
    probing.sizes = sizes_of(options.sizes, "--sizes");
    if (std::count(probing.sizes.begin(), probing.sizes.end(), Bytes(0)) == 0 || probing.sizes.size() < 2) {
        throw base::InputError({.source = "--sizes",
                                .place = {},
                                .found = options.sizes,
                                .accepted = "0, which tells what does not grow with the size, and at least one other"});
    }
    probing.collective_sizes = options.collective_sizes == "none"
                                   ? std::vector<Bytes>{}
                                   : sizes_of(options.collective_sizes, "--collective-sizes");
    const std::vector<Bytes> longest = sizes_of(options.longest_late_send, "--late-sends");
    if (longest.size() != 1) {
        throw base::InputError(
            {.source = "--late-sends", .place = {}, .found = options.longest_late_send, .accepted = "one size"});
    }
    probing.longest_late_send = longest.front();
    probing.repetitions = options.repetitions;
    probing.collective_repetitions = options.collective_repetitions;
    probing.rounds = options.rounds;
    probing.at_once = options.at_once;
    return probing;
}

void run_probe_ethernet(const MpiSession& session, const void* given) {
    const EthernetOptions& options = *static_cast<const EthernetOptions*>(given);
    probe::EthernetProbeOptions probing = probing_of(options);
    std::optional<report::Progress> progress;
    if (session.rank() == 0) {
        progress.emplace(options.progress.without_terminal());
    }
    probing.progress = [&](double fraction, std::string_view what) {
        if (progress) {
            progress->show(fraction, what);
        }
    };
    const fit::EthernetSamples samples = probe::measure_ethernet(MPI_COMM_WORLD, probing);
    progress.reset();
    if (session.rank() != 0) {
        return;
    }
    const std::string text = fit::to_csv_text(samples);
    if (options.file.empty()) {
        fmt::print("{}", text);
        return;
    }
    base::write_file(options.file, text);
    fmt::print("{} samples of {} hosts -> {}\n", samples.samples.size(), samples.hosts.size(), options.file);
}

void set_up_probe_ethernet(command_line::Command& command) {
    auto options = std::make_shared<EthernetOptions>();
    command.option("-o,--output", options->file, "the CSV file to write instead of to the standard output").file();
    command.option("--sizes", options->sizes, "of round trips and one to two, 0 among them").show_default();
    command
        .option("--collective-sizes", options->collective_sizes,
                "of one to many, broadcasts, disjoint pairs and many to one, or 'none'")
        .show_default();
    command
        .option("--late-sends", options->longest_late_send,
                "up to this size it is looked for which blocking sends wait for their receivers (0: not at all)")
        .show_default();
    command
        .option("--repetitions", options->repetitions,
                "a sample is the lower quartile of so many, of messages over 64 KiB of a third")
        .positive()
        .show_default();
    command
        .option("--collective-repetitions", options->collective_repetitions,
                "the same of one to many, broadcasts and disjoint pairs; of many to one each is a sample")
        .positive()
        .show_default();
    command.option("--rounds", options->rounds, "samples of each experiment").positive().show_default();
    command
        .option("--at-once", options->at_once,
                "pairs or triplets that measure at a time, at most (0: as many as have no host in common)")
        .not_negative()
        .show_default();
    options->progress.declare(command);
    command.callback([options] {
        (void)probing_of(*options);  // before MPI: what is wrong is told before the job is ended
        run_under_mpi(run_probe_ethernet, options.get());
    });
}

}  // namespace

extern const Verb ethernet_probe{
    .name = "ethernet",
    .summary = "round trips of all pairs and one-to-two experiments of all triplets of hosts",
    .example = "mpirun -n 8 causeway probe ethernet -o samples.csv",
    .set_up = set_up_probe_ethernet,
};

}  // namespace causeway::app
