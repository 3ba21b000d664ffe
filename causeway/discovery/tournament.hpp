/// Who meets whom so that every pair meets once and nobody is in two meetings at a time.
#pragma once

#include "causeway/base/function_ref.hpp"

#include <utility>
#include <vector>

namespace causeway::discovery {

/// Of a tournament: num_players - 1, or num_players when that is odd, none for a single player.
[[nodiscard]] int num_rounds(int num_players);

/// The opponent of `player` (0..num_players-1) in each round of a round-robin tournament, [round]; -1
/// where it sits out. Every pair meets exactly once, in num_rounds() rounds; when num_players is odd one sits
/// out each. The circle method. Symmetric: if a meets b in a round, b meets a.
[[nodiscard]] std::vector<int> opponents(int player, int num_players);

/// Two players, the lower number first.
using Meeting = std::pair<int, int>;

/// All of a tournament, round by round.
[[nodiscard]] std::vector<Meeting> all_meetings(int num_players);

/// Those that are wanted, in steps, [step]: nobody is in two meetings of a step. Each is in the first step in which it
/// fits, in the order of the tournament: the rounds of that where all are wanted, and about as many steps as
/// who is wanted most often has meetings where they are few.
[[nodiscard]] std::vector<std::vector<Meeting>> steps_of_meetings(int num_players,
                                                                  base::FunctionRef<bool(int, int)> is_wanted);

/// All but these, in steps.
[[nodiscard]] std::vector<std::vector<Meeting>> steps_without(const std::vector<Meeting>& left_out, int num_players);

}  // namespace causeway::discovery
