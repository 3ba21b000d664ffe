/// How far `bench` or `tune` is.
#pragma once

#include "causeway/report/progress.hpp"

#include <cstddef>
#include <string>

namespace causeway::app {

/// Shows measurements of equal weight, each of so many calls.
class BenchProgress {
public:
    BenchProgress(std::size_t num_measurements, report::WithoutTerminal told)
        : bar_(told), num_measurements_(num_measurements) {}

    /// The next measurement, of `what`, which makes `calls` calls at most.
    void begin(std::string what, int calls);
    void made(int calls);

private:
    void show();

    report::Progress bar_;
    std::size_t num_measurements_;
    std::size_t num_begun_ = 0;
    std::string what_;
    int calls_ = 0;
    int calls_made_ = 0;
};

}  // namespace causeway::app
