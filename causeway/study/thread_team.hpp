/// Many independent pieces of work, shared by several threads.
#pragma once

#include <cstdint>
#include <functional>

namespace causeway::study {

struct ThreadTeam {
    int threads = 1;
    /// Told now and then, by the calling thread alone, which share of the pieces is done; may be null.
    std::function<void(double)> progress;

    /// As many threads as the machine has cores.
    [[nodiscard]] static ThreadTeam of_this_machine(std::function<void(double)> progress);

    /// `work(piece)` for each piece in [0, pieces), in no particular order and from several threads at once. When one
    /// throws, no further piece is begun and the first exception is thrown on.
    void share(std::int64_t pieces, const std::function<void(std::int64_t)>& work) const;
};

}  // namespace causeway::study
