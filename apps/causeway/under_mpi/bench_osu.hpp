/// What `bench` measured, in files as the OSU micro-benchmarks print it.
#pragma once

#include "bench_row.hpp"
#include "causeway/base/units.hpp"
#include "causeway/report/osu_table.hpp"
#include "causeway/scheme/scheme.hpp"

#include <string>
#include <vector>

namespace causeway::app {

/// A table for each of those who are measured, the same ones at every size.
class OsuTables {
public:
    void add(Bytes size, const std::vector<Measured>& all);

    /// A file "PREFIX.NAME" for each: the medians of calls alone. Throws Error.
    void write(const std::string& prefix, scheme::Operation operation) const;

private:
    struct Table {
        std::string name;
        std::vector<report::OsuRow> rows;
    };

    std::vector<Table> tables_;
};

}  // namespace causeway::app
