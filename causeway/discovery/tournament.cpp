#include "causeway/discovery/tournament.hpp"

#include "causeway/base/matrix.hpp"
#include "causeway/discovery/disjoint_steps.hpp"

#include <cassert>
#include <cstddef>

namespace causeway::discovery {

int num_rounds(int num_players) {
    return num_players < 2 ? 0 : num_players + num_players % 2 - 1;
}

std::vector<int> opponents(int player, int num_players) {
    assert(player >= 0 && player < num_players);
    // With an odd number, whoever meets the player too many sits out.
    const int circle = num_rounds(num_players);  // all but the last sit in a circle that turns by one each round
    std::vector<int> result;
    for (int round = 0; round < circle; ++round) {
        int opponent = 0;
        if (player == circle) {
            // a + a = round (mod circle): who would meet itself meets the last player instead.
            opponent = round % 2 == 0 ? round / 2 : (round + circle) / 2;
        } else {
            opponent = ((round - player) % circle + circle) % circle;
            if (opponent == player) {
                opponent = circle;
            }
        }
        result.push_back(opponent < num_players ? opponent : -1);
    }
    return result;
}

std::vector<Meeting> all_meetings(int num_players) {
    std::vector<std::vector<int>> opponents_of;
    for (int player = 0; player < num_players; ++player) {
        opponents_of.push_back(opponents(player, num_players));
    }
    std::vector<Meeting> result;
    for (std::size_t round = 0; round < static_cast<std::size_t>(num_rounds(num_players)); ++round) {
        for (int player = 0; player < num_players; ++player) {
            const int other = opponents_of[static_cast<std::size_t>(player)][round];
            if (other > player) {
                result.emplace_back(player, other);
            }
        }
    }
    return result;
}

std::vector<std::vector<Meeting>> steps_of_meetings(int num_players, base::FunctionRef<bool(int, int)> is_wanted) {
    std::vector<Meeting> meetings = all_meetings(num_players);
    std::erase_if(meetings, [&](const Meeting& one) { return !is_wanted(one.first, one.second); });
    std::vector<std::vector<int>> players;
    for (const auto& [one, other] : meetings) {
        players.push_back({one, other});
    }
    std::vector<std::vector<Meeting>> result;
    for (const std::vector<std::size_t>& step : disjoint_steps(players, num_players, 0)) {
        std::vector<Meeting>& own = result.emplace_back();
        for (const std::size_t meeting : step) {
            own.push_back(meetings[meeting]);
        }
    }
    return result;
}

std::vector<std::vector<Meeting>> steps_without(const std::vector<Meeting>& left_out, int num_players) {
    base::SquareMatrix<char> is_left_out(num_players, 0);
    for (const auto& [one, other] : left_out) {
        is_left_out(one, other) = 1;
    }
    return steps_of_meetings(num_players, [&](int one, int other) { return is_left_out(one, other) == 0; });
}

}  // namespace causeway::discovery
