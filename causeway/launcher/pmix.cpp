/// PMIx, by the client library that the MPI library uses as well: loaded when it is needed, so that programs do without
/// it where nothing is preloaded. It counts who uses it: MPI_Init finds it initialised, and our leaving ends nothing.
///
/// Open MPI fences in MPI_Init, and as it is set up by default the fence brings everything that was put to every host.
/// Told otherwise (pmix_base_collect_data 0) it leaves that to be fetched when somebody asks; then what is not there at
/// once may be elsewhere, and only a server that has been given time to look can say that it does not exist. Told not
/// to fence at all (async_mpi_init) nobody can say that.
#include "causeway/base/error.hpp"
#include "causeway/launcher/key_value_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <utility>

#include <dlfcn.h>
#include <pmix.h>

namespace causeway::launcher {

namespace {

constexpr const char* kKey = "causeway";

/// For a server to ask another one, seconds.
constexpr int kPatience = 3;

/// The client library, for the rest of the process.
struct Library {
    void* handle;
    std::string_view prefix;  ///< of the names of its functions

    template <typename Function>
    void find(Function*& function, std::string_view name) const {
        const std::string whole = fmt::format("{}{}", prefix, name);
        function = reinterpret_cast<Function*>(::dlsym(handle, whole.c_str()));
        if (function == nullptr) {
            throw base::Error(fmt::format("the PMIx library has no {}", whole));
        }
    }
};

/// Open MPI may have one of its own inside, by other names, in a component beside it.
std::string component_of_open_mpi() {
    Dl_info mpi{};
    void* const known = ::dlsym(RTLD_DEFAULT, "ompi_mpi_init");
    if (known == nullptr || ::dladdr(known, &mpi) == 0 || mpi.dli_fname == nullptr) {
        return {};
    }
    return (std::filesystem::path(mpi.dli_fname).parent_path() / "openmpi" / "mca_pmix_pmix3x.so").string();
}

Library library() {
    const std::string component = component_of_open_mpi();
    const std::array<std::pair<std::string, std::string_view>, 2> places{
        {{component, "OPAL_MCA_PMIX3X_"}, {"libpmix.so.2", ""}}};
    for (const auto& [file, prefix] : places) {
        void* const handle = file.empty() ? nullptr : ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle != nullptr) {
            return {handle, prefix};
        }
    }
    throw base::Error("there is no libpmix.so.2");
}

template <typename Field>
void copy_text(std::string_view text, Field& field) {
    std::memset(field, 0, sizeof field);
    std::memcpy(field, text.data(), std::min(text.size(), sizeof field - 1));
}

std::optional<std::string> text_in(pmix_status_t status, const pmix_value_t* value) {
    const bool is_text =
        status == PMIX_SUCCESS && value != nullptr && value->type == PMIX_STRING && value->data.string != nullptr;
    return is_text ? std::optional<std::string>(value->data.string) : std::nullopt;
}

pmix_info_t info(const char* key) {
    pmix_info_t result{};
    copy_text(key, result.key);
    return result;
}

/// Questions that a server takes its time for.
struct Pending {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::optional<std::string>> texts;  ///< [question]
    std::size_t num_open = 0;
};

/// One of them; the library's thread deletes it with the answer.
struct Question {
    std::shared_ptr<Pending> pending;
    std::size_t number;
};

void answered(pmix_status_t status, pmix_value_t* value, void* data) {
    const std::unique_ptr<Question> question(static_cast<Question*>(data));
    const std::lock_guard lock(question->pending->mutex);
    question->pending->texts[question->number] = text_in(status, value);
    --question->pending->num_open;
    question->pending->changed.notify_all();
}

class Pmix final : public KeyValueSpace {
public:
    Pmix() {
        if (std::getenv("PMIX_NAMESPACE") == nullptr) {
            throw base::Error("the launcher offers no PMIx");
        }
        if (const char* const is_async = std::getenv("OMPI_MCA_async_mpi_init");
            is_async != nullptr && std::string_view(is_async) != "0") {
            throw base::Error("MPI_Init does not wait for all ranks (async_mpi_init)");
        }
        const Library own = library();
        own.find(finalize_, "PMIx_Finalize");
        own.find(put_, "PMIx_Put");
        own.find(commit_, "PMIx_Commit");
        own.find(get_, "PMIx_Get");
        own.find(get_nb_, "PMIx_Get_nb");
        decltype(PMIx_Init)* init = nullptr;
        own.find(init, "PMIx_Init");
        if (init(&self_, nullptr, 0) != PMIX_SUCCESS) {
            throw base::Error("the launcher's PMIx server does not answer");
        }
    }

    Pmix(const Pmix&) = delete;
    Pmix& operator=(const Pmix&) = delete;
    ~Pmix() override { finalize_(nullptr, 0); }

    void put(const std::string& text) override {
        std::string copy = text;
        pmix_value_t value{};
        value.type = PMIX_STRING;
        value.data.string = copy.data();
        if (put_(PMIX_GLOBAL, kKey, &value) != PMIX_SUCCESS || commit_() != PMIX_SUCCESS) {
            throw base::Error("the launcher's PMIx server keeps nothing");
        }
    }

    std::vector<std::optional<std::string>> get(const std::vector<int>& ranks) override {
        std::vector<std::optional<std::string>> texts;
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            texts.push_back(at_hand(ranks[i]));
            if (!texts.back()) {
                open.push_back(i);
            }
        }
        if (!open.empty()) {
            std::vector<int> asked;
            for (const std::size_t i : open) {
                asked.push_back(ranks[i]);
            }
            std::vector<std::optional<std::string>> found = looked_for(asked);
            for (std::size_t i = 0; i < open.size(); ++i) {
                texts[open[i]] = std::move(found[i]);
            }
        }
        return texts;
    }

private:
    [[nodiscard]] pmix_proc_t process(int rank) const {
        pmix_proc_t result = self_;
        result.rank = static_cast<pmix_rank_t>(rank);
        return result;
    }

    /// What this host knows of a rank already.
    [[nodiscard]] std::optional<std::string> at_hand(int rank) const {
        pmix_info_t only = info(PMIX_IMMEDIATE);
        only.value.type = PMIX_BOOL;
        only.value.data.flag = true;
        const pmix_proc_t asked = process(rank);
        pmix_value_t* value = nullptr;
        const pmix_status_t status = get_(&asked, kKey, &only, 1, &value);
        const std::optional<std::string> text = text_in(status, value);
        if (text) {
            std::free(value->data.string);
            std::free(value);
        }
        return text;
    }

    /// What the hosts of these ranks know of them, all asked at once.
    [[nodiscard]] std::vector<std::optional<std::string>> looked_for(const std::vector<int>& ranks) const {
        pmix_info_t limit = info(PMIX_TIMEOUT);
        limit.value.type = PMIX_INT;
        limit.value.data.integer = kPatience;
        const auto pending = std::make_shared<Pending>();
        pending->texts.resize(ranks.size());
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            const pmix_proc_t asked = process(ranks[i]);
            auto question = std::make_unique<Question>(Question{pending, i});
            {
                const std::lock_guard lock(pending->mutex);
                ++pending->num_open;
            }
            if (get_nb_(&asked, kKey, &limit, 1, answered, question.get()) == PMIX_SUCCESS) {
                (void)question.release();
            } else {
                const std::lock_guard lock(pending->mutex);
                --pending->num_open;
            }
        }
        std::unique_lock lock(pending->mutex);
        // A server that knows no limit is not waited for.
        pending->changed.wait_for(lock, std::chrono::seconds(2 * kPatience), [&] { return pending->num_open == 0; });
        return pending->texts;
    }

    pmix_proc_t self_{};
    decltype(PMIx_Finalize)* finalize_ = nullptr;
    decltype(PMIx_Put)* put_ = nullptr;
    decltype(PMIx_Commit)* commit_ = nullptr;
    decltype(PMIx_Get)* get_ = nullptr;
    decltype(PMIx_Get_nb)* get_nb_ = nullptr;
};

}  // namespace

std::unique_ptr<KeyValueSpace> pmix() {
    return std::make_unique<Pmix>();
}

}  // namespace causeway::launcher
