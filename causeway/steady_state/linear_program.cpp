#include "causeway/steady_state/linear_program.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>
#include <ClpSimplex.hpp>

#include <algorithm>
#include <cstddef>

namespace causeway::steady_state {

namespace {

/// Programs come scaled to numbers about 1: what Clp may leave undone is far below the gap that bounds promise.
constexpr double kTolerance = 1e-10;
/// Far above what programs of thousands of columns take: a search that gets there goes round in circles.
constexpr int kMostIterations = 1'000'000;

/// Rows or columns one after another, as Clp takes them.
struct Compressed {
    std::vector<CoinBigIndex> starts{0};
    std::vector<int> indices;
    std::vector<double> elements;

    void add(std::span<const Term> terms) {
        for (const Term& term : terms) {
            indices.push_back(term.index);
            elements.push_back(term.coefficient);
        }
        starts.push_back(static_cast<CoinBigIndex>(indices.size()));
    }
};

}  // namespace

struct LinearProgram::Solver {
    ClpSimplex clp;
    bool dual_feasible = false;  ///< the last solution was optimal and only rows came since
};

LinearProgram::LinearProgram() : solver_(std::make_unique<Solver>()) {
    ClpSimplex& clp = solver_->clp;
    clp.setLogLevel(0);
    clp.setPrimalTolerance(kTolerance);
    clp.setDualTolerance(kTolerance);
    clp.scaling(0);           // the programs are scaled already, and tolerances shall mean what they say
    clp.setPerturbation(50);  // where it helps: programs as degenerate as these make the dual method cycle without
    clp.setMaximumIterations(kMostIterations);
}

LinearProgram::~LinearProgram() = default;
LinearProgram::LinearProgram(LinearProgram&&) noexcept = default;
LinearProgram& LinearProgram::operator=(LinearProgram&&) noexcept = default;

int LinearProgram::num_rows() const {
    return solver_->clp.numberRows();
}

int LinearProgram::num_columns() const {
    return solver_->clp.numberColumns();
}

void LinearProgram::add_rows(std::span<const ProgramRow> rows) {
    Compressed entries;
    std::vector<double> most;
    for (const ProgramRow& row : rows) {
        entries.add(row.terms);
        most.push_back(row.most);
    }
    solver_->clp.addRows(static_cast<int>(rows.size()), nullptr, most.data(), entries.starts.data(),
                         entries.indices.data(), entries.elements.data());
}

void LinearProgram::add_columns(std::span<const ProgramColumn> columns) {
    Compressed entries;
    std::vector<double> cost;
    for (const ProgramColumn& column : columns) {
        entries.add(column.terms);
        cost.push_back(-column.gain);  // Clp minimises
    }
    solver_->clp.addColumns(static_cast<int>(columns.size()), nullptr, nullptr, cost.data(), entries.starts.data(),
                            entries.indices.data(), entries.elements.data());
    solver_->dual_feasible = false;
}

Optimum LinearProgram::solve() {
    ClpSimplex& clp = solver_->clp;
    if (solver_->dual_feasible) {
        clp.dual();
    } else {
        clp.primal();
    }
    solver_->dual_feasible = false;
    if (!clp.isProvenOptimal()) {
        throw base::SolverError(fmt::format("Clp found no optimum of a linear program of {} rows and {} columns: {}",
                                            clp.numberRows(), clp.numberColumns(),
                                            clp.isProvenDualInfeasible()     ? "it has no limit"
                                            : clp.isProvenPrimalInfeasible() ? "it has no solution"
                                                                             : "the search was given up"));
    }
    solver_->dual_feasible = true;
    Optimum result;
    result.value = -clp.getObjValue();
    const double* columns = clp.getColSolution();
    const double* prices = clp.getRowPrice();
    result.columns.assign(columns, columns + clp.numberColumns());
    result.prices.assign(prices, prices + clp.numberRows());
    for (double& value : result.columns) {
        value = std::max(value, 0.0);
    }
    for (double& price : result.prices) {
        price = std::max(-price, 0.0);
    }
    return result;
}

}  // namespace causeway::steady_state
