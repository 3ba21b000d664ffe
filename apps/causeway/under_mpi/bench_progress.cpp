#include "bench_progress.hpp"

#include <utility>

namespace causeway::app {

void BenchProgress::begin(std::string what, int calls) {
    ++num_begun_;
    what_ = std::move(what);
    calls_ = calls;
    calls_made_ = 0;
    show();
}

void BenchProgress::made(int calls) {
    calls_made_ += calls;
    show();
}

void BenchProgress::show() {
    const double done = static_cast<double>(num_begun_ - 1) + static_cast<double>(calls_made_) / calls_;
    bar_.show(done / static_cast<double>(num_measurements_), what_);
}

}  // namespace causeway::app
