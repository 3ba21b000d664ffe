/// Whether something that is repeated has become slower than it used to be.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace causeway::statistics {

/// Watches the times of one kind of call. What is usual is the median of the first calls; what is now is the lower
/// quartile of the last ones. So a few slow calls raise no alarm, whatever they took: three quarters of the last calls
/// must be slow; and what the calls of a busy machine take beyond any prediction is usual. What is missed is a
/// slowdown that was there from the beginning, or that comes and goes within a few calls.
class Slowdown {
public:
    /// A call's time in seconds. `whole`: seconds that such a call lasts for all processes. One that is through
    /// earlier, as its messages are buffered, takes now this and now that: what it takes more than usual then counts in
    /// multiples of `whole`.
    void add(double seconds, double whole = 0.0);

    /// The last calls in multiples of the usual time; nothing before there were enough of them. `whole` as above.
    [[nodiscard]] std::optional<double> ratio(double whole = 0.0) const;

    /// The usual time in multiples of the last calls', by the upper quartile: three quarters must be fast. Nothing
    /// before there were enough of them; `whole` as above.
    [[nodiscard]] std::optional<double> speedup(double whole = 0.0) const;

    /// What calls have taken more than usual since they are slow, in seconds: the cumulative sum of Page (Biometrika
    /// 41, 1954), which counts what is beyond half of the slowdown that is looked for.
    [[nodiscard]] double lost() const { return lost_; }

    /// Calls since it began, without those that were ignored.
    [[nodiscard]] std::size_t count() const { return count_ - std::min(count_, kIgnored); }

    /// The usual time in seconds, once it is known.
    [[nodiscard]] std::optional<double> usual() const { return usual_; }

    /// Begins anew: what comes is usual.
    void forget() { *this = Slowdown(); }

private:
    /// What quantile number `place` of the last calls takes more than is usual, and what that is held against.
    struct Excess {
        double seconds = 0.0;
        double longest = 0.0;
    };
    [[nodiscard]] std::optional<Excess> excess(std::size_t place, double whole) const;

    /// The first call opens connections, and tells nothing.
    static constexpr std::size_t kIgnored = 1;
    static constexpr std::size_t kWindow = 12;
    /// Of a call's time, beyond the usual one: half of a slowdown by 1.3.
    static constexpr double kHalfOfSlow = 0.15;

    std::array<double, kWindow> last_{};  ///< in seconds; a ring
    std::size_t count_ = 0;               ///< calls, with those that were ignored
    std::optional<double> usual_;
    double lost_ = 0.0;
};

}  // namespace causeway::statistics
