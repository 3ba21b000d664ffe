#include "causeway/mapping/talks.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace causeway::mapping {

namespace {

bool is_before(const Talk& talk, int partner) {
    return talk.partner < partner;
}

}  // namespace

Talks::Talks(const traffic::CommunicationTable& table, std::vector<Seconds> computing)
    : computing_(std::move(computing)) {
    const auto size = static_cast<std::size_t>(table.num_processes());
    // The table by receiver, senders ascending.
    std::vector<std::size_t> column(size + 1, 0);
    for (const traffic::Flow& flow : table.flows()) {
        ++column[static_cast<std::size_t>(flow.to) + 1];
    }
    std::partial_sum(column.begin(), column.end(), column.begin());
    std::vector<const traffic::Flow*> received(table.flows().size());
    std::vector<std::size_t> next(column.begin(), column.end() - 1);
    for (const traffic::Flow& flow : table.flows()) {
        received[next[static_cast<std::size_t>(flow.to)]++] = &flow;
    }
    constexpr int kNone = std::numeric_limits<int>::max();
    first_.push_back(0);
    for (std::size_t p = 0; p < size; ++p) {
        const auto process = static_cast<int>(p);
        const std::span<const traffic::Flow> sent = table.flows_from(process);
        auto to = sent.begin();
        std::size_t from = column[p];
        while (to != sent.end() || from < column[p + 1]) {
            const int receiver = to != sent.end() ? to->to : kNone;
            const int sender = from < column[p + 1] ? received[from]->from : kNone;
            Talk talk;
            talk.partner = std::min(receiver, sender);
            if (receiver == talk.partner) {
                talk.sent = (to++)->volume;
            }
            if (sender == talk.partner) {
                talk.received = received[from++]->volume;
            }
            if (talk.partner != process) {
                talks_.push_back(talk);
            }
        }
        first_.push_back(talks_.size());
    }
    number_pairs();
}

void Talks::number_pairs() {
    // Seen from the higher process, its lower partners come in the order in which they were numbered.
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    int number = 0;
    for (int process = 0; process < num_processes(); ++process) {
        for (std::size_t t = first_[static_cast<std::size_t>(process)];
             t < first_[static_cast<std::size_t>(process) + 1]; ++t) {
            if (talks_[t].partner > process) {
                talks_[t].pair = number;
                talks_[next[static_cast<std::size_t>(talks_[t].partner)]++].pair = number++;
            }
        }
    }
}

const Talk* Talks::between(int process, int partner) const {
    const std::span<const Talk> talks = of(process);
    const auto found = std::lower_bound(talks.begin(), talks.end(), partner, is_before);
    return found != talks.end() && found->partner == partner ? &*found : nullptr;
}

Talks Talks::part(std::span<const int> processes) const {
    std::vector<int> number(static_cast<std::size_t>(num_processes()), -1);
    for (std::size_t i = 0; i < processes.size(); ++i) {
        number[static_cast<std::size_t>(processes[i])] = static_cast<int>(i);
    }
    Talks result;
    result.first_.push_back(0);
    for (const int process : processes) {
        if (has_computing()) {
            result.computing_.push_back(computing(process));
        }
        for (const Talk& talk : of(process)) {
            if (const int partner = number[static_cast<std::size_t>(talk.partner)]; partner >= 0) {
                result.talks_.push_back({partner, talk.sent, talk.received, -1});
            }
        }
        std::sort(result.talks_.begin() + static_cast<std::ptrdiff_t>(result.first_.back()), result.talks_.end(),
                  [](const Talk& a, const Talk& b) { return a.partner < b.partner; });
        result.first_.push_back(result.talks_.size());
    }
    result.number_pairs();
    return result;
}

traffic::Exchanges Talks::priced(const Price& price) const {
    traffic::Exchanges result;
    result.first.push_back(0);
    for (int process = 0; process < num_processes(); ++process) {
        for (const Talk& talk : of(process)) {
            if (const double amount = talk.cost(price, price).value(); amount > 0.0) {
                result.partner.push_back(talk.partner);
                result.amount.push_back(amount);
            }
        }
        result.first.push_back(result.partner.size());
    }
    return result;
}

}  // namespace causeway::mapping
