/// Which ranks of a job run this library, known before the first message: where some do not, the others must neither
/// wait for them nor send them anything.
#pragma once

#include "causeway/launcher/key_value_space.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace causeway::job {

/// The builds of Causeway by rank of MPI_COMM_WORLD. Two that differ are strangers to each other: their messages need
/// not have one form, nor their plans.
class Roll {
public:
    Roll() = default;
    Roll(const Roll&) = delete;
    Roll& operator=(const Roll&) = delete;
    virtual ~Roll() = default;

    /// What these ranks run, [i]; nothing: no Causeway, or one that cannot say so. The same whoever asks; between
    /// MPI_Init and MPI_Finalize. Local.
    [[nodiscard]] virtual std::vector<std::optional<std::string>> builds_of(const std::vector<int>& ranks) = 0;

    /// What this rank runs.
    [[nodiscard]] virtual const std::string& own_build() const = 0;

    /// Which of these ranks run the same as this one, [i].
    [[nodiscard]] std::vector<bool> same_as_own(const std::vector<int>& ranks);
};

/// Kept by the launcher.
class KeptRoll final : public Roll {
public:
    /// Enters this rank. Before MPI_Init. Local. Throws base::Error.
    explicit KeptRoll(std::unique_ptr<launcher::KeyValueSpace> space);

    [[nodiscard]] std::vector<std::optional<std::string>> builds_of(const std::vector<int>& ranks) override;
    [[nodiscard]] const std::string& own_build() const override { return own_build_; }

private:
    std::unique_ptr<launcher::KeyValueSpace> space_;
    std::string own_build_;
    std::map<int, std::optional<std::string>> known_;
};

/// For people, why not all of `size` ranks run what this one does: "2 of 4 ranks run without libcauseway.so (0, 3)".
[[nodiscard]] std::string who_is_missing(Roll& roll, int rank, int size);

/// Whether this is the lowest rank that runs any Causeway.
[[nodiscard]] bool is_first_on(Roll& roll, int rank);

}  // namespace causeway::job
