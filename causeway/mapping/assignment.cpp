#include "causeway/mapping/assignment.hpp"

#include "causeway/base/index.hpp"

#include <cassert>
#include <utility>

namespace causeway::mapping {

namespace {

using base::at;

constexpr std::size_t kMostTableEntries = std::size_t{1} << 23U;  ///< 64 MiB
/// Updates of the table that take about as long as looking one change up.
constexpr std::int64_t kUpdatesPerWork = 8;

}  // namespace

Assignment::Assignment(const Talks& talks, const Target& target, std::vector<int> place_of)
    : talks_(talks),
      target_(target),
      place_of_(std::move(place_of)),
      members_(at(target.num_places())),
      rank_(place_of_.size()) {
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
}

double Assignment::sum_there(int process, int place) const {
    double sum = 0.0;
    for (const Talk& talk : talks_.of(process)) {
        const int other = place_of(talk.partner);
        sum += talk.cost(target_.price(place, other), target_.price(other, place)).value();
    }
    return sum;
}

double Assignment::change_of_swap(int a, int b) const {
    const int at_a = place_of(a);
    const int at_b = place_of(b);
    double change = change_of_move(a, at_b) + change_of_move(b, at_a);
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
    leave(process);
    enter(process, place);
    update_table(process, before, place);
}

void Assignment::swap(int a, int b) {
    const int at_a = place_of(a);
    const int at_b = place_of(b);
    leave(a);
    leave(b);
    enter(a, at_b);
    enter(b, at_a);
    update_table(a, at_a, at_b);
    update_table(b, at_b, at_a);
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

double Assignment::cost_around(int a, int b) const {
    return cost_there(a, place_of(a)) + (b >= 0 ? cost_there(b, place_of(b)) : 0.0);
}

}  // namespace causeway::mapping
