/// The agent: takes the place of ssh for an MPI's launcher, and enters a host of the grid instead.
#include "testbed/job.hpp"
#include "testbed/verbs.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <exception>

namespace causeway::testbed {

int agent(int num_words, char** words) {
    constexpr int kFailed = 255;  // what ssh returns when it cannot connect
    try {
        int next = 1;
        while (next < num_words && words[next][0] == '-') {
            ++next;  // ssh's own options: -x, -n
        }
        if (num_words - next < 2) {
            throw base::Error("the agent is called by an MPI's launcher as: agent [OPTIONS] HOST COMMAND...");
        }
        const std::string host = words[next];
        std::string line;
        for (int i = next + 1; i < num_words; ++i) {
            line += (line.empty() ? "" : " ") + std::string(words[i]);
        }
        const char* const control = std::getenv(kControlVariable);
        std::optional<Descriptor> router;
        if (control != nullptr) {
            router = connect_to(control);
        }
        if (!router) {
            throw base::Error("the grid is not up any more");
        }
        enter_host(ask_for_host(*router, host));
        mount_own_proc();
        execute({"/bin/sh", "-c", line});  // ssh, too, leaves the line to a shell
    } catch (const std::exception& error) {
        fmt::print(stderr, "causeway-testbed agent: {}\n", error.what());
    }
    return kFailed;
}

}  // namespace causeway::testbed
