#include "causeway/discovery/tournament.hpp"

#include <cassert>

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

}  // namespace causeway::discovery
