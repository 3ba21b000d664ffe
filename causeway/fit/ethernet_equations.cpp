#include "causeway/fit/ethernet_equations.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace causeway::fit {

namespace {

using Eigen::Index;
using Eigen::RowVectorXd;
using Eigen::VectorXd;

void add(RowVectorXd& row, int unknown, double factor) {
    if (unknown >= 0) {
        row[unknown] += factor;
    }
}

}  // namespace

EthernetUnknowns unknowns_of(const EthernetSamples& samples) {
    const auto n = samples.hosts.size();
    std::vector<std::set<Bytes>> sizes(n);  // of one-to-two experiments, by sender
    base::SquareMatrix<char> has_round_trip(static_cast<int>(n), 0);
    for (const EthernetSample& sample : samples.samples) {
        const int from = sample.from.front();
        if (sample.experiment == EthernetExperiment::kOneToTwo) {
            sizes[static_cast<std::size_t>(from)].insert(sample.size);
        } else if (sample.experiment == EthernetExperiment::kRoundTrip) {
            has_round_trip(from, sample.to.front()) = has_round_trip(sample.to.front(), from) = 1;
        }
    }
    const bool separates = std::any_of(sizes.begin(), sizes.end(), [](const std::set<Bytes>& some) {
        return !some.empty() && *some.rbegin() > Bytes(0);
    });
    EthernetUnknowns result;
    result.wire = base::SquareMatrix<int>(static_cast<int>(n), -1);
    for (std::size_t host = 0; host < n; ++host) {
        result.fixed.push_back(result.count++);
    }
    for (std::size_t host = 0; host < n; ++host) {
        result.per_byte.push_back(separates ? result.count++ : -1);
    }
    for (int from = 0; from < static_cast<int>(n); ++from) {
        for (int to = from + 1; to < static_cast<int>(n); ++to) {
            if (has_round_trip(from, to) != 0) {
                result.wire(from, to) = result.wire(to, from) = result.count++;
            }
        }
    }
    for (std::size_t host = 0; host < n; ++host) {
        result.one_to_two.push_back(separates && sizes[host].size() > 1 ? result.count++ : -1);
    }
    return result;
}

EthernetEquations::EthernetEquations(const EthernetSamples& samples, const EthernetUnknowns& unknowns,
                                     std::vector<Seconds> answers)
    : unknowns_(unknowns), answers_(std::move(answers)) {
    const bool separates =
        std::any_of(unknowns.per_byte.begin(), unknowns.per_byte.end(), [](int i) { return i >= 0; });
    struct Sum {
        double seconds = 0.0;
        int count = 0;
    };
    std::map<std::pair<std::set<int>, Bytes>, Sum> round_trips;
    for (const EthernetSample& sample : samples.samples) {
        const bool is_round_trip = sample.experiment == EthernetExperiment::kRoundTrip;
        if (!is_round_trip && (sample.experiment != EthernetExperiment::kOneToTwo || !separates)) {
            continue;
        }
        used_.push_back(&sample);
        if (is_round_trip) {
            Sum& sum = round_trips[{{sample.from.front(), sample.to.front()}, sample.size}];
            sum.seconds += sample.time.value();
            ++sum.count;
        }
    }
    for (const EthernetSample* sample : used_) {
        int last = -1;
        if (sample->experiment == EthernetExperiment::kOneToTwo) {
            const auto round_trip = [&](int receiver) {
                const auto found = round_trips.find({{sample->from.front(), receiver}, sample->size});
                return found == round_trips.end() ? 0.0 : found->second.seconds / found->second.count;
            };
            last = round_trip(sample->to[0]) >= round_trip(sample->to[1]) ? sample->to[0] : sample->to[1];
        }
        last_.push_back(last);
    }
    matrix_.resize(static_cast<Index>(used_.size()), unknowns.count);
    right_.resize(static_cast<Index>(used_.size()));
    for (std::size_t i = 0; i < used_.size(); ++i) {
        set_equation(i);
    }
}

void EthernetEquations::set_equation(std::size_t number) {
    matrix_.row(static_cast<Index>(number)) = row_of(*used_[number], last_[number]);
    right_[static_cast<Index>(number)] = 1.0 - known_of(*used_[number], last_[number]);
}

double EthernetEquations::known_of(const EthernetSample& sample, int last) const {
    return last < 0 || answers_.empty() ? 0.0 : answers_[static_cast<std::size_t>(last)] / sample.time;
}

RowVectorXd EthernetEquations::row_of(const EthernetSample& sample, int last) const {
    RowVectorXd row = RowVectorXd::Zero(unknowns_.count);
    const auto at = [](const std::vector<int>& unknowns, int host) { return unknowns[static_cast<std::size_t>(host)]; };
    const auto bytes = static_cast<double>(sample.size.value());
    const int from = sample.from.front();
    if (sample.experiment == EthernetExperiment::kRoundTrip) {
        const int to = sample.to.front();
        for (const int host : {from, to}) {
            add(row, at(unknowns_.fixed, host), 2.0);
            add(row, at(unknowns_.per_byte, host), 2.0 * bytes);
        }
        add(row, unknowns_.wire(from, to), 2.0 * bytes);
    } else {
        const int own = at(unknowns_.one_to_two, from);
        add(row, own >= 0 ? own : at(unknowns_.fixed, from), own >= 0 ? 1.0 : 4.0);
        add(row, at(unknowns_.per_byte, from), 2.0 * bytes);
        add(row, at(unknowns_.fixed, last), answers_.empty() ? 2.0 : 1.0);
        add(row, at(unknowns_.per_byte, last), bytes);
        add(row, unknowns_.wire(from, last), bytes);
    }
    return row / sample.time.value();
}

bool EthernetEquations::choose_last(const VectorXd& values) {
    bool changed = false;
    for (std::size_t i = 0; i < used_.size(); ++i) {
        if (last_[i] < 0) {
            continue;
        }
        const int other = used_[i]->to[0] == last_[i] ? used_[i]->to[1] : used_[i]->to[0];
        const auto part_of = [&](int last) { return row_of(*used_[i], last).dot(values) + known_of(*used_[i], last); };
        if (part_of(other) > part_of(last_[i])) {
            last_[i] = other;
            set_equation(i);
            changed = true;
        }
    }
    return changed;
}

}  // namespace causeway::fit
