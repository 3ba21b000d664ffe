/// Normal variates that are the same with every compiler and library.
#pragma once

#include "causeway/base/random.hpp"

namespace causeway::study {

/// A normal variate of mean 0 and deviation 1, exact up to the 53 bits of the uniform ones it is made from. Compares
/// and adds uniform variates only: no logarithm or exponential, whose last bit differs from library to library.
///
/// Source: Karney, "Sampling Exactly from the Normal Distribution", ACM Trans. Math. Softw. 42 (2016), algorithm N,
/// with von Neumann's trials of probability exp(-p) (1951).
[[nodiscard]] double normal(base::Random& random);

}  // namespace causeway::study
