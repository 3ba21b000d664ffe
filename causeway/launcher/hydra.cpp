/// Hydra, the launcher of MPICH, by the wire protocol PMI-1: lines over a socket whose number is in PMI_FD, a request
/// and its response at a time. MPICH keeps its own functions for that to itself.
///
/// Hydra lets a process say `init` more than once, as we do and then MPICH. Others that speak PMI-1 do not (Slurm ends
/// the job), and are told apart by what Hydra puts into the environment.
///
/// What was put is spread to the proxy of each host by the first barrier, of which MPICH has one in MPI_Init; from then
/// on a key that a proxy does not know does not exist.
#include "causeway/base/error.hpp"
#include "causeway/base/number.hpp"
#include "causeway/launcher/key_value_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string_view>

#include <sys/socket.h>
#include <unistd.h>

namespace causeway::launcher {

namespace {

/// What the launcher says of this process.
int number_of(const char* variable) {
    const char* const text = std::getenv(variable);
    const auto number = text == nullptr ? std::nullopt : base::number_in<int>(text);
    if (!number) {
        throw base::Error(fmt::format("{} is not in the environment", variable));
    }
    return *number;
}

class Hydra final : public KeyValueSpace {
public:
    Hydra() : rank_(number_of("PMI_RANK")), socket_(number_of("PMI_FD")) {
        if (std::getenv("MPI_LOCALNRANKS") == nullptr) {
            throw base::Error("the launcher is not Hydra (mpiexec)");
        }
        (void)answer_to("cmd=init pmi_version=1 pmi_subversion=1", "cmd=response_to_init ");
        name_ = word_of(answer_to("cmd=get_my_kvsname", "cmd=my_kvsname "), " kvsname=");
    }

    void put(const std::string& text) override {
        const std::string answer =
            answer_to(fmt::format("cmd=put kvsname={} key={} value={}", name_, key_of(rank_), text), "cmd=put_result ");
        if (word_of(answer, " rc=") != "0") {
            throw base::Error(fmt::format("Hydra keeps nothing: {}", answer));
        }
    }

    std::vector<std::optional<std::string>> get(const std::vector<int>& ranks) override {
        std::vector<std::optional<std::string>> texts;
        for (const int rank : ranks) {
            const std::string answer =
                answer_to(fmt::format("cmd=get kvsname={} key={}", name_, key_of(rank)), "cmd=get_result ");
            texts.push_back(word_of(answer, " rc=") == "0" ? std::optional(word_of(answer, " value=")) : std::nullopt);
        }
        return texts;
    }

private:
    static std::string key_of(int rank) { return fmt::format("causeway-{}", rank); }

    /// The word behind `name` in a line.
    static std::string word_of(const std::string& line, std::string_view name) {
        const std::size_t found = line.find(name);
        if (found == std::string::npos) {
            throw base::Error(fmt::format("Hydra's answer lacks{}: {}", name, line));
        }
        const std::size_t begin = found + name.size();
        return line.substr(begin, line.find(' ', begin) - begin);
    }

    /// A line, which must begin with `expected`.
    [[nodiscard]] std::string answer_to(std::string_view request, std::string_view expected) const {
        const std::string line = fmt::format("{}\n", request);
        for (std::size_t sent = 0; sent < line.size();) {
            const ssize_t done = ::send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
            if (done < 0 && errno != EINTR) {
                throw base::Error("Hydra does not listen");
            }
            sent += static_cast<std::size_t>(std::max<ssize_t>(0, done));
        }
        std::string answer;
        for (char next = '\0'; next != '\n';) {  // one by one: what comes after the line is for MPICH
            const ssize_t done = ::read(socket_, &next, 1);
            if (done == 0 || (done < 0 && errno != EINTR)) {
                throw base::Error("Hydra does not answer");
            }
            if (done == 1 && next != '\n') {
                answer += next;
            }
        }
        if (!answer.starts_with(expected)) {
            throw base::Error(fmt::format("Hydra answers '{}'", answer));
        }
        return answer;
    }

    int rank_;
    int socket_;
    std::string name_;  ///< of the space
};

}  // namespace

std::unique_ptr<KeyValueSpace> hydra() {
    return std::make_unique<Hydra>();
}

}  // namespace causeway::launcher
