/// Who meets whom so that every pair meets once and nobody is in two meetings at a time.
#pragma once

#include <vector>

namespace causeway::discovery {

/// Of a tournament: num_players - 1, or num_players when that is odd, none for a single player.
[[nodiscard]] int num_rounds(int num_players);

/// The opponent of `player` (0..num_players-1) in each round of a round-robin tournament, [round]; -1
/// where it sits out. Every pair meets exactly once, in num_rounds() rounds; when num_players is odd one sits
/// out each. The circle method. Symmetric: if a meets b in a round, b meets a.
[[nodiscard]] std::vector<int> opponents(int player, int num_players);

}  // namespace causeway::discovery
