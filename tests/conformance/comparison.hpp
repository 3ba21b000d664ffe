/// One call, made twice with the same data: by its standard name, which a preloaded library may replace, and by the MPI
/// library's own. All memory must be the same afterwards.
#pragma once

#include "tests/conformance/collective/collective.hpp"
#include "tests/conformance/communicators.hpp"
#include "tests/conformance/datatype/datatype.hpp"
#include "tests/conformance/operator/operator.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace conformance {

/// Which side of a call describes its data by many basic elements instead of few of a derived datatype; the signatures
/// are the same.
enum class Flat { kNobody, kSenders, kReceivers };

/// All that makes a call, the same at all processes of the communicator.
struct Case {
    const Collective* collective = nullptr;
    Form form = Form::kBlocking;
    const Datatype* datatype = nullptr;
    const Datatype* flat_datatype = nullptr;  ///< the datatype's only basic one; null if it has several
    const Operator* combination = nullptr;    ///< null: the collective does not reduce
    const Communicator* communicator = nullptr;
    int root = 0;
    int count = 0;
    bool in_place = false;
    Flat flat = Flat::kNobody;
    std::uint64_t salt = 0;  ///< of the values
};

/// For messages: all that `c` is, in one line, and this process's rank.
std::string to_text(const Case& c);

/// A call with its buffers, which may be started now and completed later. Not to be moved while it runs.
class RunningCase {
public:
    explicit RunningCase(const Case& c, Library library);
    /// The same case with the data that `twin` had before it was started.
    RunningCase(const RunningCase& twin, Library library);
    RunningCase(const RunningCase&) = delete;
    RunningCase& operator=(const RunningCase&) = delete;
    ~RunningCase();

    /// Makes a persistent request, in the same order at all processes; nothing for other forms.
    void make();
    /// Calls or starts it. A persistent request has been made.
    void start();
    /// MPI_REQUEST_NULL if there is nothing to be completed.
    [[nodiscard]] MPI_Request* request() { return &request_; }
    /// Completes what was started.
    void complete();
    /// Puts other data into the buffers, for another start of a persistent request.
    void renew(std::uint64_t salt);
    /// The data that `twin`, the same case, was given last.
    void renew(const RunningCase& twin);

    /// In what the result differs from `expected`, the same case run by the MPI library; nothing if it does not.
    [[nodiscard]] std::optional<std::string> difference(const RunningCase& expected) const;

private:
    struct Memory;

    const Case* case_;
    std::unique_ptr<Memory> memory_;
    MPI_Request request_ = MPI_REQUEST_NULL;
    int code_ = MPI_SUCCESS;
    bool is_made_ = false;
};

/// Runs both; a persistent request three times, each with other data, and at once with another one of the same kind,
/// which half of the processes start first. Returns what differs, in one line; nothing if nothing does.
std::optional<std::string> compare(const Case& c);

}  // namespace conformance
