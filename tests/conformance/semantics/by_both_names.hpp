/// What the tests of the standard's rules share: the same call by its standard name and by the MPI library's own.
#pragma once

#include "tests/conformance/catalogue.hpp"
#include "tests/conformance/known_faults.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <vector>

namespace conformance {

/// Forms that every MPI library has.
inline const std::vector<Form> kFormsOfAll{Form::kBlocking, Form::kNonblocking};

/// Calls of every collective over one communicator, about `most` of each; none that the MPI library gets wrong.
inline std::vector<Case> cases_over(const Catalogue& catalogue, const Communicator& communicator, std::uint64_t most,
                                    std::uint64_t seed, const std::vector<Form>& forms = kFormsOfAll) {
    std::vector<Case> all;
    for (const Collective* collective : all_collectives()) {
        for (Case c : cases_of(catalogue, *collective, {communicator}, {seed, most, forms})) {
            c.communicator = &communicator;
            if (known_fault_of(c) == nullptr) {
                all.push_back(c);
            }
        }
    }
    return all;
}

/// Compares each. Every process makes all calls, whatever it finds.
inline void expect_equal(const std::vector<Case>& cases) {
    for (const Case& c : cases) {
        const auto difference = compare(c);
        EXPECT_FALSE(difference.has_value()) << to_text(c) << ": " << difference.value_or("");
    }
}

}  // namespace conformance
