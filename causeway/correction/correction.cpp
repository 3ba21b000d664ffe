#include "causeway/correction/correction.hpp"

#include "causeway/correction/predicted_paces.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace causeway::correction {

namespace {

/// Paces that differ by less are alike: calls of one plan differ by that, and so does the model from what it models.
constexpr double kAlike = 0.12;
/// What is beyond is as bad.
constexpr double kMostOff = 8.0;
/// What a corrected figure must explain, and each further multiple by which it is corrected.
constexpr double kOfFigure = 0.05;
/// Of a link that was looked at: only a look that was altogether wrong is corrected by calls.
constexpr double kOfMeasured = 1.0;
constexpr double kAltogetherWrong = 3.0;
constexpr double kOfMultiple = 0.01;
/// A step that explains no more is none.
constexpr double kLeastGained = 0.03;
constexpr int kMostSteps = 8;
/// Steps are looked for to explain so many of the paces that are explained worst.
constexpr std::size_t kMostLookedAt = 3;
/// Figures that are off by less are not corrected.
constexpr double kCorrected = 1.15;
/// A figure that is off by so many times, or a prediction, is no matter of noise.
constexpr double kDoubtful = 1.5;
// What the library's own take is predicted too long by a fifth at most (docs/models.md): so much too long is the file.
constexpr double kDoubtfulOfLibrary = 1.3;
/// Plans whose calls are explained together: those of two trials.
constexpr std::size_t kMostPlans = 4;

double times_apart(double one, double other) {
    return std::max(one / other, other / one);
}

struct Unexplained {
    int from = 0;
    int to = 0;
    double slower = 1.0;  ///< what was seen, in multiples of what is predicted
    double off = 0.0;
};

class Descent {
public:
    Descent(const platform::Platform& believed, const platform::Placement& placement, std::span<const SeenCalls> seen,
            Links links)
        : believed_(believed), placement_(placement), seen_(seen), links_(links), unexplained_(look(factors_)) {}

    Factors run() {
        for (int step = 0; step < kMostSteps && improve(); ++step) {
        }
        std::erase_if(factors_, [](const auto& entry) { return times_apart(entry.second, 1.0) < kCorrected; });
        return factors_;
    }

private:
    /// Every pace that is not as predicted, the worst first.
    [[nodiscard]] std::vector<Unexplained> look(const Factors& factors) const {
        const platform::Platform platform = corrected(believed_, factors);
        std::vector<Unexplained> result;
        for (const SeenCalls& calls : seen_) {
            const std::vector<PredictedPace> predicted = predicted_paces(platform, placement_, calls.plan);
            double of_plan = 0.0;
            for (const PredictedPace& one : predicted) {
                of_plan = std::max(of_plan, one.share * one.pace.pace.value());
            }
            for (const Pace& pace : calls.paces) {
                const auto same = std::find_if(predicted.begin(), predicted.end(), [&](const PredictedPace& one) {
                    return one.pace.from == pace.from && one.pace.to == pace.to;
                });
                if (same == predicted.end()) {
                    continue;
                }
                const double slower = pace.pace.value() / same->pace.pace.value();
                if (slower > 1.0 && same->share * pace.pace.value() <= of_plan) {
                    continue;  // it has time: what waits for others shows nothing of its way
                }
                const double off = std::min(times_apart(slower, 1.0), kMostOff) - 1.0;
                if (off > kAlike) {
                    result.push_back({pace.from, pace.to, slower, off});
                }
            }
        }
        std::stable_sort(result.begin(), result.end(),
                         [](const Unexplained& one, const Unexplained& other) { return one.off > other.off; });
        return result;
    }

    [[nodiscard]] double cost(const std::vector<Unexplained>& unexplained, const Factors& factors) const {
        double sum = 0.0;
        for (const Unexplained& one : unexplained) {
            sum += one.off;
        }
        for (const auto& [figure, factor] : factors) {
            const double apart = times_apart(factor, 1.0);
            sum += apart == 1.0 ? 0.0 : (is_measured(figure) ? kOfMeasured : kOfFigure) + kOfMultiple * (apart - 1.0);
        }
        return sum;
    }

    /// What could explain a pace, each by itself.
    [[nodiscard]] std::vector<Factors> steps_for(const Unexplained& pace) const {
        const std::vector<Figure> figures = figures_between(believed_, pace.from, pace.to);
        std::vector<Factors> steps;
        // Of several figures that each hold up what is faster than that, all must change; what slows down is one.
        const auto sets = std::size_t{1} << figures.size();
        for (std::size_t set = 1; set < sets; ++set) {
            const bool is_one = (set & (set - 1)) == 0;
            if (!is_one && pace.slower > 1.0) {
                continue;
            }
            Factors changed = factors_;
            for (std::size_t f = 0; f < figures.size(); ++f) {
                if ((set >> f & 1U) != 0) {
                    double& factor = changed.emplace(figures[f], 1.0).first->second;
                    factor = possible(figures[f], factor * pace.slower);
                }
            }
            const bool is_doubtful = std::any_of(changed.begin(), changed.end(), [&](const auto& entry) {
                return is_measured(entry.first) && times_apart(entry.second, 1.0) < kAltogetherWrong;
            });
            if (!is_doubtful) {
                steps.push_back(std::move(changed));
            }
        }
        Factors raised = factors_;
        for (const Figure& figure : figures) {
            const double at_least = rate_of(believed_, figure).value() / seen_through(figure);
            if (pace.slower < 1.0) {
                double& factor = raised.emplace(figure, 1.0).first->second;
                factor = is_measured(figure) ? factor : std::min(factor, possible(figure, at_least));
            } else if (figure.kind != Figure::Kind::kLink) {
                Factors changed = factors_;
                changed[figure] = possible(figure, at_least);
                steps.push_back(std::move(changed));
            }
        }
        if (raised != factors_) {
            steps.push_back(std::move(raised));
        }
        return steps;
    }

    [[nodiscard]] bool is_measured(const Figure& figure) const {
        return links_ == Links::kMeasured && figure.kind == Figure::Kind::kLink;
    }

    /// The factor, or what links that were measured leave of it: uplinks and downlinks carry what each of them does.
    [[nodiscard]] double possible(const Figure& figure, double factor) const {
        if (links_ == Links::kByFile || figure.kind == Figure::Kind::kLink) {
            return factor;
        }
        double least = 0.0;
        for (int other = 0; other < believed_.num_clusters(); ++other) {
            const bool is_out = figure.kind == Figure::Kind::kUplink;
            const Figure link{Figure::Kind::kLink, is_out ? figure.from : other, is_out ? other : figure.from};
            const std::vector<Figure> way = figures_between(believed_, link.from, link.to);
            if (other != figure.from && std::find(way.begin(), way.end(), link) != way.end()) {
                const auto known = factors_.find(link);
                const double slower = known == factors_.end() ? 1.0 : known->second;
                least = std::max(least, rate_of(believed_, link).value() / slower);
            }
        }
        const double most = rate_of(believed_, figure).value() / least;
        return least > 0.0 ? std::min(factor, most) : factor;
    }

    /// The most that was seen to pass a figure at once, in bytes per second.
    [[nodiscard]] double seen_through(const Figure& figure) const {
        double most = 0.0;
        for (const SeenCalls& calls : seen_) {
            double rate = 0.0;
            for (const Pace& pace : calls.paces) {
                const bool passes_from = figure.kind == Figure::Kind::kDownlink || pace.from == figure.from;
                const bool passes_to = figure.kind == Figure::Kind::kUplink || pace.to == figure.to;
                rate += passes_from && passes_to ? 1.0 / pace.pace.value() : 0.0;
            }
            most = std::max(most, rate);
        }
        return most;
    }

    /// The step that explains most of what the worst paces are off by. Returns whether there was one.
    bool improve() {
        double least = cost(unexplained_, factors_) - kLeastGained;
        std::vector<Factors> steps;
        for (std::size_t i = 0; i < std::min(unexplained_.size(), kMostLookedAt); ++i) {
            for (Factors& step : steps_for(unexplained_[i])) {
                if (std::find(steps.begin(), steps.end(), step) == steps.end()) {
                    steps.push_back(std::move(step));
                }
            }
        }
        std::optional<Factors> best;
        std::vector<Unexplained> left;
        for (Factors& step : steps) {
            std::vector<Unexplained> looked = look(step);
            if (const double would = cost(looked, step); would < least) {
                least = would;
                best = std::move(step);
                left = std::move(looked);
            }
        }
        if (best) {
            factors_ = std::move(*best);
            unexplained_ = std::move(left);
        }
        return best.has_value();
    }

    const platform::Platform& believed_;
    const platform::Placement& placement_;
    std::span<const SeenCalls> seen_;
    Links links_;
    Factors factors_;
    std::vector<Unexplained> unexplained_;
};

}  // namespace

Factors corrections(const platform::Platform& believed, const platform::Placement& placement,
                    std::span<const SeenCalls> seen, Links links) {
    return Descent(believed, placement, seen, links).run();
}

void remember(std::vector<SeenCalls>& seen, SeenCalls calls) {
    std::erase_if(seen, [&](const SeenCalls& one) { return one.plan == calls.plan; });
    seen.push_back(std::move(calls));
    if (seen.size() > kMostPlans) {
        seen.erase(seen.begin());
    }
}

bool casts_doubt(const Factors& factors) {
    return std::any_of(factors.begin(), factors.end(),
                       [](const auto& entry) { return times_apart(entry.second, 1.0) > kDoubtful; });
}

bool casts_doubt(Seconds promised, Seconds took) {
    return promised < Seconds::infinity() && kDoubtfulOfLibrary * took < promised;
}

}  // namespace causeway::correction
