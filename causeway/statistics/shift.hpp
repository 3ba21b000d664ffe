/// Whether what is measured changed while it was measured.
#pragma once

#include <optional>
#include <span>

namespace causeway::statistics {

/// The first half of a series beside its second half, in the unit of its values.
struct Shift {
    double before = 0.0;  ///< median of the first half
    double after = 0.0;   ///< median of the second half
    /// How likely the values would part so unevenly, or more so, about their common median had nothing changed.
    double probability = 1.0;

    /// Whether the change is both hard to believe as chance (less than 1 %) and worth a word (over 5 %).
    [[nodiscard]] bool is_drift() const;

    friend bool operator==(const Shift&, const Shift&) = default;
};

/// Mood's median test of the two halves (with Fisher's exact probabilities, two-sided): no form of distribution is
/// assumed, and a few outliers change nothing. `series` in the order of time; a middle value is left out. Nothing for
/// fewer than ten values: their halves cannot part evidently enough.
[[nodiscard]] std::optional<Shift> shift_of_halves(std::span<const double> series);

}  // namespace causeway::statistics
