#include "causeway/base/files.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <unistd.h>

namespace causeway::base {

namespace {

void write_directly(const std::string& path, std::string_view text) {
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    stream.close();
    if (!stream) {
        throw Error(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
    }
}

}  // namespace

std::string read_file(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    std::error_code ignored;
    if (!stream || std::filesystem::is_directory(path, ignored)) {
        throw InputError({.source = path,
                          .place = {},
                          .found = stream ? "a directory" : std::strerror(errno),
                          .accepted = "a readable file"});
    }
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void write_file(const std::string& path, std::string_view text) {
    namespace fs = std::filesystem;
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        write_directly(path, text);
        return;
    }
    const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
    try {
        write_directly(temporary, text);
        fs::rename(temporary, path);
    } catch (const fs::filesystem_error& error) {
        fs::remove(temporary, code);
        throw Error(fmt::format("{}: cannot be written: {}", path, error.code().message()));
    } catch (const Error&) {
        fs::remove(temporary, code);
        throw;
    }
}

}  // namespace causeway::base
