#include "causeway/fit/ethernet_samples.hpp"

#include "causeway/base/csv_input.hpp"
#include "causeway/base/error.hpp"
#include "causeway/base/number.hpp"
#include "causeway/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>

namespace causeway::fit {

namespace {

using base::CsvRow;
using base::InputError;

constexpr std::array kExperiments{EthernetExperiment::kRoundTrip,     EthernetExperiment::kOneToTwo,
                                  EthernetExperiment::kOneToMany,     EthernetExperiment::kBroadcast,
                                  EthernetExperiment::kDisjointPairs, EthernetExperiment::kManyToOne,
                                  EthernetExperiment::kLateSend};

/// Every pair of them has experiments of its own; more is a file of another kind.
constexpr std::size_t kMostHosts = 1000;

const std::vector<std::string>& column_names() {
    static const std::vector<std::string> names{"experiment", "from", "to", "bytes", "seconds"};
    return names;
}

/// One row and the file that it is from.
class RowInput {
public:
    RowInput(const CsvRow& row, const std::string& source) : row_(row), source_(source) {
        const std::size_t wanted = column_names().size();
        if (row.cells.size() != wanted) {
            refuse(fmt::format("{} cells", row.cells.size()),
                   fmt::format("{}: {}", wanted, fmt::join(column_names(), ",")));
        }
    }

    [[noreturn]] void refuse(std::string found, std::string accepted) const {
        throw InputError({.source = source_,
                          .place = fmt::format("line {}", row_.line),
                          .found = std::move(found),
                          .accepted = std::move(accepted)});
    }

    [[nodiscard]] EthernetExperiment experiment() const {
        std::vector<std::string> known;
        for (const EthernetExperiment candidate : kExperiments) {
            if (row_.cells[0] == name_of(candidate)) {
                return candidate;
            }
            known.emplace_back(name_of(candidate));
        }
        refuse(fmt::format("the unknown experiment '{}'", row_.cells[0]), base::joined(known));
    }

    /// The hosts of a cell, parted by blanks.
    [[nodiscard]] std::vector<std::string> hosts(std::size_t column) const {
        std::vector<std::string> result;
        base::for_each_word(row_.cells[column], [&](std::string_view host) { result.emplace_back(host); });
        return result;
    }

    [[nodiscard]] Bytes size() const {
        const auto value = base::number_in<std::int64_t>(row_.cells[3]);
        if (!value || *value < 0) {
            refuse(fmt::format("'{}' as bytes", row_.cells[3]), "a whole number of bytes >= 0");
        }
        return Bytes(*value);
    }

    [[nodiscard]] Seconds time() const {
        const auto value = base::number_in<double>(row_.cells[4]);
        if (!value || !std::isfinite(*value) || *value <= 0.0) {
            refuse(fmt::format("'{}' as seconds", row_.cells[4]), "a number of seconds > 0");
        }
        return Seconds(*value);
    }

private:
    const CsvRow& row_;
    const std::string& source_;
};

/// How many hosts are sent to, if there are `senders`; where any number may be, as many as there are.
std::size_t num_receivers(EthernetExperiment experiment, std::size_t senders, std::size_t receivers) {
    switch (experiment) {
        case EthernetExperiment::kRoundTrip:
        case EthernetExperiment::kManyToOne:
        case EthernetExperiment::kLateSend:
            return 1;
        case EthernetExperiment::kOneToTwo:
            return 2;
        case EthernetExperiment::kDisjointPairs:
            return senders;
        case EthernetExperiment::kOneToMany:
        case EthernetExperiment::kBroadcast:
            break;
    }
    return receivers;
}

/// Throws for hosts that do not make the experiment.
void check_hosts(const RowInput& row, EthernetExperiment experiment, const std::vector<std::string>& from,
                 const std::vector<std::string>& to) {
    const bool several_send =
        experiment == EthernetExperiment::kDisjointPairs || experiment == EthernetExperiment::kManyToOne;
    if (several_send ? from.empty() : from.size() != 1) {
        row.refuse(fmt::format("{} hosts in 'from'", from.size()), several_send ? "at least one" : "one");
    }
    const std::size_t wanted = num_receivers(experiment, from.size(), to.size());
    if (to.empty() || to.size() != wanted) {
        row.refuse(fmt::format("{} hosts in 'to'", to.size()),
                   to.empty() ? std::string("at least one") : fmt::format("{} for {}", wanted, name_of(experiment)));
    }
    std::set<std::string> seen;
    for (const std::vector<std::string>* side : {&from, &to}) {
        for (const std::string& host : *side) {
            if (!seen.insert(host).second) {
                row.refuse(fmt::format("host '{}' twice", host), "every host once in an experiment");
            }
        }
    }
}

std::string names(const std::vector<int>& indices, const std::vector<std::string>& hosts) {
    std::string result;
    for (const int index : indices) {
        result += (result.empty() ? "" : " ") + hosts[static_cast<std::size_t>(index)];
    }
    return result;
}

}  // namespace

std::string_view name_of(EthernetExperiment experiment) {
    switch (experiment) {
        case EthernetExperiment::kRoundTrip:
            return "roundtrip";
        case EthernetExperiment::kOneToTwo:
            return "one_to_two";
        case EthernetExperiment::kOneToMany:
            return "one_to_many";
        case EthernetExperiment::kBroadcast:
            return "broadcast";
        case EthernetExperiment::kDisjointPairs:
            return "disjoint_pairs";
        case EthernetExperiment::kManyToOne:
            return "many_to_one";
        case EthernetExperiment::kLateSend:
            return "late_send";
    }
    return "unknown";
}

int EthernetSamples::index_of(std::string_view host) {
    const auto found = std::find(hosts.begin(), hosts.end(), host);
    if (found == hosts.end()) {
        hosts.emplace_back(host);
        return static_cast<int>(hosts.size()) - 1;
    }
    return static_cast<int>(found - hosts.begin());
}

EthernetSamples with_hosts_in_order(EthernetSamples samples, std::vector<std::string> hosts) {
    EthernetSamples result{std::move(hosts), std::move(samples.samples)};
    for (EthernetSample& sample : result.samples) {
        for (std::vector<int>* side : {&sample.from, &sample.to}) {
            for (int& host : *side) {
                host = result.index_of(samples.hosts[static_cast<std::size_t>(host)]);
            }
        }
    }
    return result;
}

EthernetSamples parse_ethernet_samples(std::string_view text, const std::string& source) {
    base::CsvInput input(text, source);
    const CsvRow* next = input.next();
    if (next == nullptr || next->cells != column_names()) {
        throw InputError({.source = source,
                          .place = fmt::format("line {}", next == nullptr ? 1 : next->line),
                          .found = next == nullptr ? "nothing" : fmt::format("'{}'", fmt::join(next->cells, ",")),
                          .accepted = fmt::format("the header {}", fmt::join(column_names(), ","))});
    }
    EthernetSamples result;
    constexpr std::size_t kShortestRow = std::string_view("roundtrip,a,b,0,1\n").size();
    result.samples.reserve(text.size() / kShortestRow);
    while ((next = input.next()) != nullptr) {
        const RowInput row(*next, source);
        EthernetSample sample;
        sample.experiment = row.experiment();
        const std::vector<std::string> from = row.hosts(1);
        const std::vector<std::string> to = row.hosts(2);
        check_hosts(row, sample.experiment, from, to);
        const auto index = [&](const std::string& host) { return result.index_of(host); };
        std::transform(from.begin(), from.end(), std::back_inserter(sample.from), index);
        std::transform(to.begin(), to.end(), std::back_inserter(sample.to), index);
        sample.size = row.size();
        sample.time = row.time();
        if (result.hosts.size() > kMostHosts) {
            row.refuse(fmt::format("host number {}, '{}'", kMostHosts + 1, result.hosts[kMostHosts]),
                       fmt::format("at most {} hosts", kMostHosts));
        }
        result.samples.push_back(std::move(sample));
    }
    return result;
}

std::string to_csv_text(const EthernetSamples& samples) {
    std::string text = fmt::format("{}\n", fmt::join(column_names(), ","));
    for (const EthernetSample& sample : samples.samples) {
        text += fmt::format("{},{},{},{},{}\n", name_of(sample.experiment), names(sample.from, samples.hosts),
                            names(sample.to, samples.hosts), sample.size.value(), sample.time.value());
    }
    return text;
}

}  // namespace causeway::fit
