/// The readers that mutated inputs are given to, each with what uses its result.
#include "parser.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/text.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/configuration/settings.hpp"
#include "causeway/experience/experience.hpp"
#include "causeway/fit/ethernet_fit.hpp"
#include "causeway/graph/graph_file.hpp"
#include "causeway/graph/validate.hpp"
#include "causeway/mapping/computing_weights.hpp"
#include "causeway/mapping/mapping.hpp"
#include "causeway/page/page.hpp"
#include "causeway/page/run.hpp"
#include "causeway/page/run_summary.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/planner/measured_native.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/platform/monitoring.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/traffic/characterization.hpp"
#include "causeway/traffic/format/format.hpp"
#include "causeway/tree/heuristic.hpp"
#include "tests/support/source_folder.hpp"

#ifdef CAUSEWAY_WITH_TESTBED
#include "testbed/grid.hpp"
#endif

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include <unistd.h>

namespace causeway::test {

namespace {

const std::string& source() {
    static const std::string name(kSource);
    return name;
}

/// Up to so many processes a plan is a matter of moments.
constexpr int kFew = 32;

bool is_small(const platform::Platform& platform) {
    std::int64_t processes = 0;
    for (const platform::Cluster& cluster : platform.clusters) {
        processes += cluster.num_hosts;
    }
    for (const platform::Host& host : platform.hosts) {
        processes += host.slots;
    }
    return processes <= kFew && platform.num_clusters() <= kFew / 4;
}

void read_platform(const std::string& text, bool consumers) {
    const platform::Platform platform = platform::parse_platform(text, source());
    require(platform::parse_platform(platform::to_json_text(platform), "written") == platform,
            "a platform that reads back as another");
    if (!consumers || !is_small(platform)) {
        return;
    }
    const platform::Placement placement = platform::full_placement(platform);
    const Bytes message(static_cast<std::int64_t>(text.size() * text.size()));  // any, and always the same
    const std::span<const scheme::Operation> operations = scheme::operations();
    for (const scheme::Operation operation :
         {scheme::Operation::kBroadcast, operations[text.size() % operations.size()]}) {
        planner::Request request;
        request.operation = operation;
        request.root = static_cast<int>(text.size()) % placement.num_processes();
        request.message = operation == scheme::Operation::kBroadcast ? message : Bytes(message.value() % 100'000);
        request.measured_native = planner::measured_native(
            platform, scheme::name_of(operation), platform::host_names_of(platform, placement), request.message);
        const plan::Plan plan = planner::decide(platform, placement, request).choice().plan;
        require(plan::parse_plan(plan::to_json_text(plan, platform), "written", platform) == plan,
                "a plan that reads back as another");
    }
}

void read_plan(const std::string& text, bool consumers) {
    static const platform::Platform platform =
        platform::read_platform(test::source_folder() + "/tests/data/four-sites.json");
    const plan::Plan plan = plan::parse_plan(text, source(), platform);
    require(plan::parse_plan(plan::to_json_text(plan, platform), "written", platform) == plan,
            "a plan that reads back as another");
    (void)plan::describe(plan, platform);
    (void)consumers;
}

/// The network of a report, if it has one that is small, for its page.
bool is_small(const page::Run& run) {
    return run.rank_hosts.size() <= kFew && run.kinds.size() <= kFew && run.network &&
           is_small(platform::platform_from(*run.network));
}

void read_report(const std::string& text, bool consumers) {
    const page::Run run = page::run_from(base::JsonInput::parse(text, source()));
    (void)page::summary_of(run);
    if (consumers && is_small(run)) {
        (void)page::html_page(page::subject_of(run, {}), "report");
    }
}

void read_tree_proposals(const std::string& text, bool /*consumers*/) {
    const std::vector<planner::TreeProposal> proposals = planner::parse_proposals(text);
    require(planner::parse_proposals(planner::to_text(proposals)) == proposals, "proposals that read back as others");
}

void read_experience(const std::string& text, bool consumers) {
    const experience::Experience known = experience::parse_experience(text, source());
    require(experience::parse_experience(experience::to_json_text(known), "written") == known,
            "experience that reads back as another");
    for (const auto& [kind, tried] : known.kinds) {
        auto trial = consumers ? tried.trial() : std::nullopt;
        for (int i = 0; trial && i < 100 && !trial->is_over(); ++i) {
            while (!trial->is_due()) {
                trial->called();
            }
            trial->judge(std::vector<double>(trial->round().size(), 1e-3));
        }
        (void)tried.regret();
    }
}

void read_graph(const std::string& text, bool consumers) {
    const graph::Graph graph = graph::parse_graph(text, source()).graph;
    graph::validate(graph, "the graph that was read");
    if (!consumers || graph.num_nodes() > kFew || !graph::unreachable_from(graph, 0).empty()) {
        return;
    }
    require(graph::parse_graph(graph::graph_text(graph), "written").graph == graph,
            "a graph that reads back as another");
}

void read_graphml(const std::string& text, bool consumers) {
    read_graph(text, consumers);
}

void read_tiers(const std::string& text, bool consumers) {
    read_graph(text, consumers);
}

void read_simgrid(const std::string& text, bool consumers) {
    read_graph(text, consumers);
}

void cluster(const platform::DistanceMatrix& matrix) {
    if (matrix.size() <= kFew) {
        for (const clustering::Method* method : clustering::methods().members()) {
            (void)method->partition(matrix, clustering::kDefaultTolerance);
        }
    }
}

void read_distance_matrix(const std::string& text, bool consumers) {
    const platform::DistanceMatrix matrix = platform::parse_distance_matrix(text, source());
    if (consumers) {
        cluster(matrix);
    }
}

void read_monitoring(const std::string& text, bool consumers) {
    const platform::MonitoringFile file{source(), text};
    const platform::MonitoringData data = platform::parse_monitoring(std::span(&file, 1), "");
    if (consumers) {
        cluster(data.distances());
    }
}

void read_ethernet_samples(const std::string& text, bool consumers) {
    const fit::EthernetSamples samples = fit::parse_ethernet_samples(text, source());
    require(fit::parse_ethernet_samples(fit::to_csv_text(samples), "written").samples == samples.samples,
            "samples that read back as others");
    constexpr std::size_t kFewHosts = 8;
    constexpr std::size_t kFewSamples = 200;
    if (consumers && samples.hosts.size() <= kFewHosts && samples.samples.size() <= kFewSamples) {
        (void)fit::fit_ethernet(samples, source());
    }
}

void read_communication_table(const std::string& text, bool consumers) {
    const traffic::NamedText file{source(), text};
    const traffic::Recording recording = traffic::parse_recording(std::span(&file, 1), {});
    if (consumers && recording.table.num_processes() <= kFew) {
        traffic::CharacterizeOptions options;
        options.orders = 2;
        (void)traffic::characterize(recording.table, options);
    }
}

/// A file with the given text for as long as this lives.
class TextFile {
public:
    explicit TextFile(std::string_view text) { base::write_file(path_, text); }
    ~TextFile() { ::unlink(path_.c_str()); }
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_ = "input-" + std::to_string(::getpid());
};

void use(const configuration::Settings& settings) {
    for (const configuration::Setting& setting : configuration::all_settings()) {
        (void)settings.value(setting.name);
    }
    (void)settings.most_trees();
    (void)settings.drift_share();
    (void)settings.verbosity();
    (void)settings.shared_text();
    for (const std::string_view collective : configuration::collective_words()) {
        (void)settings.is_disabled(collective);
        (void)settings.forced_strategy(collective);
    }
}

void read_settings_file(const std::string& text, bool /*consumers*/) {
    const TextFile file(text);
    use(configuration::Settings::read({.environment = {"CAUSEWAY_CONF=" + file.path()}, .files = {file.path()}}));
}

void read_environment(const std::string& text, bool /*consumers*/) {
    configuration::Sources sources;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        sources.environment.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    use(configuration::Settings::read(sources));
}

void read_quantity(const std::string& text, bool /*consumers*/) {
    const std::array<void (*)(const std::string&), 5> readers{
        [](const std::string& word) { (void)base::to_text(base::parse_bytes(word, kSource)); },
        [](const std::string& word) { (void)base::parse_byte_list(word, kSource); },
        [](const std::string& word) { (void)base::parse_int_range(word, 0, kSource); },
        [](const std::string& word) { (void)base::parse_number_list(word, 1.0, kSource); },
        [](const std::string& word) { (void)base::parse_seconds_range(word, kSource); }};
    std::optional<base::InputError> refused;
    std::size_t accepted = 0;
    for (const auto reader : readers) {
        try {
            reader(text);
            ++accepted;
        } catch (const base::InputError& error) {
            refused = error;
        }
    }
    if (accepted == 0) {
        throw base::InputError(*refused);
    }
}

void read_forced_strategy(const std::string& text, bool /*consumers*/) {
    try {
        (void)planner::parse_forced(text, scheme::Operation::kBroadcast, kSource);
    } catch (const base::InputError&) {
        (void)planner::parse_forced(text, scheme::Operation::kAllreduce, kSource);
    }
}

void read_computing_weights(const std::string& text, bool /*consumers*/) {
    constexpr int kProcesses = 8;
    require(mapping::parse_computing_weights(text, source(), kProcesses).size() == kProcesses,
            "weights that are not one for each process");
}

#ifdef CAUSEWAY_WITH_TESTBED
void read_testbed_grid(const std::string& text, bool /*consumers*/) {
    (void)testbed::read_grid(base::JsonInput::parse(text, source()));
}
#endif

#define CAUSEWAY_PARSER(name, form, seeds) constexpr Parser k_##name{#name, Form::form, seeds, read_##name};
#include "parsers.def"
#undef CAUSEWAY_PARSER

}  // namespace

const base::Registry<Parser>& parsers() {
    static constexpr std::array kMembers{
#define CAUSEWAY_PARSER(name, form, seeds) &k_##name,
#include "parsers.def"
#undef CAUSEWAY_PARSER
    };
    static constexpr base::Registry<Parser> kRegistry("parser", kMembers);
    return kRegistry;
}

void require(bool holds, std::string_view what) {
    if (!holds) {
        throw std::logic_error(std::string(what));
    }
}

}  // namespace causeway::test
