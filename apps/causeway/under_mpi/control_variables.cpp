#include "control_variables.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace causeway::app {

namespace {

void check_tools(int code, std::string_view call) {
    if (code != MPI_SUCCESS) {
        throw base::Error(fmt::format("{} failed with code {}", call, code));
    }
}

std::vector<WordForValue> words_of(MPI_T_enum words) {
    std::vector<WordForValue> all;
    if (words == MPI_T_ENUM_NULL) {
        return all;
    }
    int num_words = 0;
    int length = 0;
    check_tools(MPI_T_enum_get_info(words, &num_words, nullptr, &length), "MPI_T_enum_get_info");
    for (int i = 0; i < num_words; ++i) {
        int value = 0;
        length = 0;
        check_tools(MPI_T_enum_get_item(words, i, &value, nullptr, &length), "MPI_T_enum_get_item");
        std::string word(static_cast<std::size_t>(length), '\0');
        check_tools(MPI_T_enum_get_item(words, i, &value, word.data(), &length), "MPI_T_enum_get_item");
        all.push_back({value, word.c_str()});  // up to the zero at its end
    }
    return all;
}

}  // namespace

ControlVariable::ControlVariable(int index, std::string description, std::vector<WordForValue> words)
    : description_(std::move(description)), words_(std::move(words)) {
    int count = 0;
    check_tools(MPI_T_cvar_handle_alloc(index, nullptr, &handle_, &count), "MPI_T_cvar_handle_alloc");
}

ControlVariable::ControlVariable(ControlVariable&& other) noexcept
    : handle_(std::exchange(other.handle_, MPI_T_CVAR_HANDLE_NULL)),
      description_(std::move(other.description_)),
      words_(std::move(other.words_)) {}

ControlVariable::~ControlVariable() {
    if (handle_ != MPI_T_CVAR_HANDLE_NULL) {
        MPI_T_cvar_handle_free(&handle_);
    }
}

int ControlVariable::value() const {
    int value = 0;
    check_tools(MPI_T_cvar_read(handle_, &value), "MPI_T_cvar_read");
    return value;
}

void ControlVariable::set(int value) {
    check_tools(MPI_T_cvar_write(handle_, &value), "MPI_T_cvar_write");
}

ControlVariables::ControlVariables() {
    int provided = 0;
    check_tools(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), "MPI_T_init_thread");
}

ControlVariables::~ControlVariables() {
    MPI_T_finalize();
}

std::optional<ControlVariable> ControlVariables::find(const std::string& name) const {
    int index = 0;
    if (MPI_T_cvar_get_index(name.c_str(), &index) != MPI_SUCCESS) {
        return std::nullopt;
    }
    int verbosity = 0;
    int binding = 0;
    int scope = 0;
    int name_length = 0;
    int length = 0;
    MPI_Datatype datatype = MPI_DATATYPE_NULL;
    MPI_T_enum words = MPI_T_ENUM_NULL;
    constexpr std::string_view kCall = "MPI_T_cvar_get_info";
    check_tools(MPI_T_cvar_get_info(index, nullptr, &name_length, &verbosity, &datatype, &words, nullptr, &length,
                                    &binding, &scope),
                kCall);
    if (datatype != MPI_INT) {
        return std::nullopt;
    }
    std::string description(static_cast<std::size_t>(length), '\0');
    name_length = 0;
    check_tools(MPI_T_cvar_get_info(index, nullptr, &name_length, &verbosity, &datatype, &words, description.data(),
                                    &length, &binding, &scope),
                kCall);
    return ControlVariable(index, description.c_str(), words_of(words));
}

}  // namespace causeway::app
