/// Linear programs that grow: rows or columns are added, and the last solution is where the next search begins.
///
///     maximise  sum_j gain_j x_j    subject to  sum_j a_ij x_j <= most_i,  x >= 0,  most_i >= 0
///
/// Solved by COIN-OR Clp, which nothing else includes: by the primal simplex method, for which x = 0 is a beginning;
/// when nothing but rows came since the last solution, by the dual one.
#pragma once

#include <memory>
#include <span>
#include <vector>

namespace causeway::steady_state {

/// One entry of a row, `index` being a column, or of a column, `index` being a row.
struct Term {
    int index = 0;
    double coefficient = 0.0;
};

struct ProgramRow {
    std::vector<Term> terms;
    double most = 0.0;  ///< >= 0
};

struct ProgramColumn {
    std::vector<Term> terms;
    double gain = 0.0;
};

struct Optimum {
    double value = 0.0;
    std::vector<double> columns;  ///< x, each >= 0
    std::vector<double> prices;   ///< [row]: dual values, each >= 0
};

class LinearProgram {
public:
    LinearProgram();
    ~LinearProgram();
    LinearProgram(LinearProgram&&) noexcept;
    LinearProgram& operator=(LinearProgram&&) noexcept;
    LinearProgram(const LinearProgram&) = delete;
    LinearProgram& operator=(const LinearProgram&) = delete;

    /// Their terms name columns that are there.
    void add_rows(std::span<const ProgramRow> rows);
    /// Their terms name rows that are there.
    void add_columns(std::span<const ProgramColumn> columns);
    [[nodiscard]] int num_rows() const;
    [[nodiscard]] int num_columns() const;

    /// Throws SolverError where Clp finds no optimum: there is none, or it gave up.
    [[nodiscard]] Optimum solve();

private:
    struct Solver;
    std::unique_ptr<Solver> solver_;
};

}  // namespace causeway::steady_state
