#include "bench_osu.hpp"

#include "causeway/base/files.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace causeway::app {

namespace {

/// "Broadcast", as OSU calls it.
std::string osu_name(scheme::Operation operation) {
    if (operation == scheme::Operation::kAlltoall) {
        return "All-to-All Personalized Exchange";
    }
    std::string name(scheme::name_of(operation));
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return name;
}

}  // namespace

void OsuTables::add(Bytes size, const std::vector<Measured>& all) {
    tables_.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        tables_[i].name = all[i].name;
        tables_[i].rows.push_back({size, Seconds(statistics::median(all[i].alone))});
    }
}

void OsuTables::write(const std::string& prefix, scheme::Operation operation) const {
    for (const Table& table : tables_) {
        std::string name = table.name;
        std::replace(name.begin(), name.end(), '/', '-');  // of a degree
        base::write_file(prefix + "." + name,
                         report::osu_table(osu_name(operation), operation != scheme::Operation::kBarrier, table.rows));
    }
}

}  // namespace causeway::app
