/// Random problems between clusters for tests.
#pragma once

#include "causeway/base/random.hpp"
#include "causeway/inter_cluster/cluster_problem.hpp"

namespace causeway::inter_cluster::test {

/// Steffenel, Table 3: L in [1, 15] ms, g in [100, 600] ms, T in [20, 3000] ms; directed links are independent.
inline ClusterProblem random_grid(base::Random& random, int num_clusters, double greatest_local_time = 3.000) {
    ClusterProblem problem;
    problem.gap = base::SquareMatrix<Seconds>(num_clusters, Seconds::infinity());
    problem.latency = base::SquareMatrix<Seconds>(num_clusters, Seconds::infinity());
    for (int i = 0; i < num_clusters; ++i) {
        for (int j = 0; j < num_clusters; ++j) {
            if (i != j) {
                problem.latency(i, j) = Seconds(random.between(0.001, 0.015));
                problem.gap(i, j) = Seconds(random.between(0.100, 0.600));
            }
        }
        problem.local_time.push_back(Seconds(random.between(0.020, greatest_local_time)));
    }
    return problem;
}

/// Makes every directed link missing with the given probability.
inline void lose_links(base::Random& random, ClusterProblem& problem, double probability) {
    for (int i = 0; i < problem.size(); ++i) {
        for (int j = 0; j < problem.size(); ++j) {
            if (random.between(0.0, 1.0) < probability) {
                problem.gap(i, j) = Seconds::infinity();
                problem.latency(i, j) = Seconds::infinity();
            }
        }
    }
}

inline ClusterProblem sparse_grid(base::Random& random, int num_clusters, double missing) {
    ClusterProblem problem = random_grid(random, num_clusters);
    lose_links(random, problem, missing);
    return problem;
}

/// Times of few whole seconds, also none at all: full of ties, and free of rounding.
inline ClusterProblem coarse_grid(base::Random& random, int num_clusters) {
    ClusterProblem problem = random_grid(random, num_clusters);
    for (int i = 0; i < num_clusters; ++i) {
        problem.local_time[static_cast<std::size_t>(i)] = Seconds(random.below(5));
        for (int j = 0; j < num_clusters; ++j) {
            problem.gap(i, j) = Seconds(random.below(4));
            problem.latency(i, j) = Seconds(random.below(3));
        }
    }
    return problem;
}

}  // namespace causeway::inter_cluster::test
