#include "causeway/discovery/arrivals.hpp"

namespace causeway::discovery {

void Arrivals::look(double now, int count) {
    for (int i = 1; i <= count; ++i) {
        times_.push_back(looked_ + (now - looked_) * static_cast<double>(i) / static_cast<double>(count));
    }
    looked_ = now;
}

}  // namespace causeway::discovery
