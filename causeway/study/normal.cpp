#include "causeway/study/normal.hpp"

namespace causeway::study {

namespace {

/// True with probability exp(-p), 0 <= p <= 1: of uniform variates p > u1 > u2 > ... exactly n fall with probability
/// p^n / n! - p^(n+1) / (n+1)!, so that n is even with probability 1 - p + p^2 / 2! - ...
bool with_probability_exp(double p, base::Random& random) {
    bool even = true;
    double last = p;
    while (true) {
        const double next = random.between(0.0, 1.0);
        if (next >= last) {
            return even;
        }
        last = next;
        even = !even;
    }
}

/// True with probability exp(-p * times).
bool with_probability_exp(double p, int times, base::Random& random) {
    for (int trial = 0; trial < times; ++trial) {
        if (!with_probability_exp(p, random)) {
            return false;
        }
    }
    return true;
}

}  // namespace

double normal(base::Random& random) {
    // |variate| = whole + fraction, whose density is the product of three: exp(-whole / 2), exp(-whole (whole - 1) / 2)
    // and exp(-fraction (2 whole + fraction) / 2).
    while (true) {
        int whole = 0;
        while (with_probability_exp(0.5, random)) {
            ++whole;
        }
        if (!with_probability_exp(0.5, whole * (whole - 1), random)) {
            continue;
        }
        const double fraction = random.between(0.0, 1.0);
        const double exponent = fraction * (2.0 * whole + fraction) / (2.0 * whole + 2.0);
        if (!with_probability_exp(exponent, whole + 1, random)) {
            continue;
        }
        const double size = whole + fraction;
        return random.below(2) == 0 ? size : -size;
    }
}

}  // namespace causeway::study
