#include "causeway/mapping/assignment.hpp"

#include "causeway/base/index.hpp"
#include "causeway/mapping/placement_cost.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace causeway::mapping {

namespace {

using base::at;

constexpr std::size_t kMostTableEntries = std::size_t{1} << 23U;  ///< 64 MiB
/// Updates of the table that take about as long as looking a change of the sum up.
constexpr std::int64_t kUpdatesPerWork = 8;

}  // namespace

Assignment::Assignment(const Talks& talks, const Target& target, std::vector<int> place_of, Terms terms)
    : talks_(talks),
      target_(target),
      terms_(terms),
      place_of_(std::move(place_of)),
      members_(at(target.num_places())),
      rank_(place_of_.size()),
      exchanges_(place_of_.size()),
      total_(place_of_.size()),
      loads_(target, talks.num_processes()),
      waits_(at(talks.num_pairs())),
      computing_(talks.has_computing() ? at(talks.num_processes()) : 0),
      share_of_sum_(PlacementCost::share_of_sum(talks.num_processes())) {
    for (int process = 0; process < num_processes(); ++process) {
        enter(process, this->place_of(process));
    }
    if (place_of_.size() * members_.size() <= kMostTableEntries) {
        std::vector<double> table(place_of_.size() * members_.size());
        for (int process = 0; process < num_processes(); ++process) {
            for (int place = 0; place < num_places(); ++place) {
                table[index(process, place)] = sum_there(process, place);
            }
        }
        table_ = std::move(table);
        changes_.resize(members_.size());
    }
    for (int process = 0; terms_ == Terms::kAll && process < num_processes(); ++process) {
        const int here = this->place_of(process);
        Exchange& total = total_[at(process)];
        for (const Talk& talk : talks_.of(process)) {
            Exchange& exchange = exchange_with(process, this->place_of(talk.partner));
            ++exchange.partners;
            exchange.sent += talk.sent;
            exchange.received += talk.received;
            total.sent += talk.sent;
            total.received += talk.received;
        }
        for (const Exchange& exchange : exchanges_[at(process)]) {
            loads_.add(here, exchange.place, exchange.sent, 1.0);
        }
        loads_.add_own(process, here, total.sent, total.received, 1.0);
        propose_waits(process, here, -1);
        propose_computing(process, here);
    }
    carry_out();
}

double Assignment::sum_there(int process, int place) const {
    double sum = 0.0;
    for (const Talk& talk : talks_.of(process)) {
        const int other = place_of(talk.partner);
        sum += talk.cost(target_.price(place, other), target_.price(other, place)).value();
    }
    return sum;
}

double Assignment::change_of_move(int process, int place) {
    work_ += work_for(process);
    propose_move(process, place);
    return dropped_change() + share_of_sum_ * (cost_there(process, place) - cost_there(process, place_of(process)));
}

double Assignment::change_of_swap(int a, int b) {
    work_ += work_for(a) + work_for(b);
    propose_swap(a, b);
    return dropped_change() + share_of_sum_ * sum_change_of_swap(a, b);
}

std::int64_t Assignment::work_for(int process) const {
    if (terms_ == Terms::kSum) {
        return 1;
    }
    // About what it takes for each place to go through, and for each talk.
    constexpr std::int64_t kWorkPerExchange = 4;
    return 1 + kWorkPerExchange * static_cast<std::int64_t>(exchanges_[at(process)].size()) +
           static_cast<std::int64_t>(talks_.of(process).size());
}

double Assignment::sum_change_of_swap(int a, int b) const {
    const int at_a = place_of(a);
    const int at_b = place_of(b);
    double change = cost_there(a, at_b) - cost_there(a, at_a) + cost_there(b, at_a) - cost_there(b, at_b);
    if (const Talk* talk = talks_.between(a, b)) {
        // Both moves see the other one where it was: together, not apart as before and after.
        const Price there = target_.price(at_a, at_b);
        const Price back = target_.price(at_b, at_a);
        const Price in_a = target_.price(at_a, at_a);
        const Price in_b = target_.price(at_b, at_b);
        change += (talk->cost(back, there) + talk->cost(there, back) - talk->cost(in_a, in_a) - talk->cost(in_b, in_b))
                      .value();
    }
    return change;
}

double Assignment::dropped_change() {
    if (terms_ == Terms::kSum) {
        return 0.0;
    }
    const double change = loads_.busiest_proposed() - loads_.busiest() + waits_.greatest_proposed() -
                          waits_.greatest() + computing_.greatest_proposed() - computing_.greatest();
    loads_.drop();
    waits_.drop();
    computing_.drop();
    return change;
}

void Assignment::carry_out() {
    loads_.carry_out();
    waits_.carry_out();
    computing_.carry_out();
}

void Assignment::propose_load(int process, int place) {
    const int here = place_of(process);
    const Exchange& total = total_[at(process)];
    loads_.add_own(process, here, total.sent, total.received, -1.0);
    loads_.add_own(process, place, total.sent, total.received, 1.0);
    for (const Exchange& exchange : exchanges_[at(process)]) {
        loads_.add(here, exchange.place, exchange.sent, -1.0);
        loads_.add(exchange.place, here, exchange.received, -1.0);
        loads_.add(place, exchange.place, exchange.sent, 1.0);
        loads_.add(exchange.place, place, exchange.received, 1.0);
    }
}

void Assignment::propose_computing(int process, int place) {
    if (talks_.has_computing()) {
        computing_.propose(at(process), talks_.computing(process).value() / target_.place(place).speed);
    }
}

void Assignment::propose_waits(int process, int place, int other) {
    for (const Talk& talk : talks_.of(process)) {
        const int there = place_of(talk.partner == other ? process : talk.partner);
        waits_.propose(at(talk.pair), talk.wait(target_.price(place, there), target_.price(there, place)).value());
    }
}

void Assignment::propose_move(int process, int place) {
    if (terms_ == Terms::kSum) {
        return;
    }
    propose_load(process, place);
    propose_waits(process, place, -1);
    propose_computing(process, place);
}

void Assignment::propose_swap(int a, int b) {
    if (terms_ == Terms::kSum) {
        return;
    }
    const int at_a = place_of(a);
    const int at_b = place_of(b);
    propose_load(a, at_b);
    propose_load(b, at_a);
    propose_waits(a, at_b, b);
    propose_waits(b, at_a, a);
    propose_computing(a, at_b);
    propose_computing(b, at_a);
    if (const Talk* talk = talks_.between(a, b)) {
        // Both moves take away what they exchange as it is, and see the other one where it was.
        loads_.add(at_a, at_b, talk->sent, 1.0);
        loads_.add(at_b, at_a, talk->received, 1.0);
        for (const int together : {at_a, at_b}) {
            loads_.add(together, together, talk->sent, -1.0);
            loads_.add(together, together, talk->received, -1.0);
        }
        loads_.add(at_b, at_a, talk->sent, 1.0);
        loads_.add(at_a, at_b, talk->received, 1.0);
    }
}

void Assignment::leave(int process) {
    std::vector<int>& members = members_[at(place_of(process))];
    const std::size_t rank = rank_[at(process)];
    members[rank] = members.back();
    rank_[at(members[rank])] = rank;
    members.pop_back();
}

void Assignment::enter(int process, int place) {
    assert(has_room(place));
    rank_[at(process)] = members_[at(place)].size();
    members_[at(place)].push_back(process);
    place_of_[at(process)] = place;
}

void Assignment::move(int process, int place) {
    const int before = place_of(process);
    propose_move(process, place);
    carry_out();
    leave(process);
    enter(process, place);
    update_table(process, before, place);
    update_exchanges(process, before, place);
}

void Assignment::swap(int a, int b) {
    const int at_a = place_of(a);
    const int at_b = place_of(b);
    propose_swap(a, b);
    carry_out();
    leave(a);
    leave(b);
    enter(a, at_b);
    enter(b, at_a);
    update_table(a, at_a, at_b);
    update_table(b, at_b, at_a);
    update_exchanges(a, at_a, at_b);
    update_exchanges(b, at_b, at_a);
}

void Assignment::update_table(int process, int before, int now) {
    if (table_.empty()) {
        return;
    }
    const auto difference = [](const Price& a, const Price& b) {
        return Price{a.per_message - b.per_message, a.per_byte - b.per_byte};
    };
    for (int place = 0; place < num_places(); ++place) {
        changes_[at(place)] = {difference(target_.price(place, now), target_.price(place, before)),
                               difference(target_.price(now, place), target_.price(before, place))};
    }
    const std::span<const Talk> talks = talks_.of(process);
    for (const Talk& talk : talks) {
        double* row = &table_[index(talk.partner, 0)];
        for (std::size_t place = 0; place < changes_.size(); ++place) {
            row[place] += talk.cost(changes_[place].back, changes_[place].out).value();
        }
    }
    work_ += static_cast<std::int64_t>(talks.size()) * num_places() / kUpdatesPerWork;
}

void Assignment::update_exchanges(int process, int before, int now) {
    if (terms_ == Terms::kSum) {
        return;
    }
    for (const Talk& talk : talks_.of(process)) {
        Exchange& entered = exchange_with(talk.partner, now);
        ++entered.partners;
        // Seen from the partner.
        entered.sent += talk.received;
        entered.received += talk.sent;
        Exchange& left = exchange_with(talk.partner, before);
        left.sent -= talk.received;
        left.received -= talk.sent;
        if (--left.partners == 0) {
            std::vector<Exchange>& exchanges = exchanges_[at(talk.partner)];
            exchanges.erase(exchanges.begin() + (&left - exchanges.data()));
        }
    }
}

Assignment::Exchange& Assignment::exchange_with(int process, int place) {
    std::vector<Exchange>& exchanges = exchanges_[at(process)];
    const auto found = std::ranges::lower_bound(exchanges, place, {}, &Exchange::place);
    return found != exchanges.end() && found->place == place ? *found : *exchanges.insert(found, {.place = place});
}

double Assignment::cost_around(int a, int b) const {
    const double sum = cost_there(a, place_of(a)) + (b >= 0 ? cost_there(b, place_of(b)) : 0.0);
    return loads_.busiest() + waits_.greatest() + computing_.greatest() + share_of_sum_ * sum;
}

}  // namespace causeway::mapping
