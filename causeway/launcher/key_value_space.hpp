/// What a launcher keeps for the processes that it has started: texts that each of them may put there before MPI_Init,
/// and that each may read when MPI_Init is over. The MPI library spreads them along with its own addresses, so that
/// they cost no message, and what is not there then was never put there: nobody has to wait for a process to find out
/// that it has nothing to say.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace causeway::launcher {

/// Of the processes of one MPI_COMM_WORLD, seen from one of them.
class KeyValueSpace {
public:
    KeyValueSpace() = default;
    KeyValueSpace(const KeyValueSpace&) = delete;
    KeyValueSpace& operator=(const KeyValueSpace&) = delete;
    virtual ~KeyValueSpace() = default;

    /// What this process has to say, without a blank: once, before MPI_Init. Local. Throws base::Error.
    virtual void put(const std::string& text) = 0;

    /// What these processes said, [i]; nothing for one that has put nothing. After MPI_Init, before MPI_Finalize.
    /// Local; takes some seconds at most, and those only where some said nothing. Never throws for a process that is
    /// there.
    [[nodiscard]] virtual std::vector<std::optional<std::string>> get(const std::vector<int>& ranks) = 0;
};

/// By PMIx, as Open MPI's launchers have it, and Slurm for Open MPI. Throws base::Error that says why there is none.
[[nodiscard]] std::unique_ptr<KeyValueSpace> pmix();

/// By the wire protocol PMI-1 with Hydra, MPICH's launcher. Throws base::Error that says why there is none.
[[nodiscard]] std::unique_ptr<KeyValueSpace> hydra();

}  // namespace causeway::launcher
