#include "causeway/mpi/type_map.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace causeway::mpi {

namespace {

/// Also those that Fortran's kinds select, and pairs of a value and an index of any types.
bool is_of_mpi(int combiner) {
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
    if (combiner == MPI_COMBINER_VALUE_INDEX) {
        return true;
    }
#endif
    return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
           combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
}

struct Envelope {
    MPI_Count integers = 0;
    MPI_Count addresses = 0;
    MPI_Count counts = 0;
    MPI_Count datatypes = 0;
    int combiner = MPI_COMBINER_NAMED;
};

/// By the function that answers for every datatype: the older one refuses, with an error, those whose constructors
/// took MPI_Count.
Envelope envelope_of(MPI_Datatype datatype) {
    Envelope envelope;
#if MPI_VERSION >= 4
    check(PMPI_Type_get_envelope_c(datatype, &envelope.integers, &envelope.addresses, &envelope.counts,
                                   &envelope.datatypes, &envelope.combiner),
          "MPI_Type_get_envelope_c");
#else
    int integers = 0;
    int addresses = 0;
    int datatypes = 0;
    check(PMPI_Type_get_envelope(datatype, &integers, &addresses, &datatypes, &envelope.combiner),
          "MPI_Type_get_envelope");
    envelope.integers = integers;
    envelope.addresses = addresses;
    envelope.datatypes = datatypes;
#endif
    return envelope;
}

std::int64_t size_of_element(MPI_Datatype datatype) {
    MPI_Count size = 0;
    check(PMPI_Type_size_x(datatype, &size), "MPI_Type_size_x");
    return size;
}

}  // namespace

/// The arguments that a datatype was made with. Frees the datatypes among them.
class TypeMap::Constructor {
public:
    explicit Constructor(MPI_Datatype datatype);
    Constructor(const Constructor&) = delete;
    Constructor& operator=(const Constructor&) = delete;
    ~Constructor() {
        for (MPI_Datatype& datatype : datatypes) {
            if (!is_predefined_datatype(datatype)) {
                PMPI_Type_free(&datatype);
            }
        }
    }

    [[nodiscard]] std::int64_t number(std::int64_t place) const { return numbers[static_cast<std::size_t>(place)]; }

    int combiner = MPI_COMBINER_NAMED;
    std::vector<int> integers;
    /// Counts, lengths and displacements in the order of the C binding: the same whether they were given as int and
    /// MPI_Aint or as MPI_Count. Where they were ints, so are other arguments, which stand here as well.
    std::vector<std::int64_t> numbers;
    bool has_large_counts = false;
    std::vector<MPI_Datatype> datatypes;
};

TypeMap::Constructor::Constructor(MPI_Datatype datatype) {
    const Envelope envelope = envelope_of(datatype);
    combiner = envelope.combiner;
    if (is_of_mpi(combiner)) {
        return;
    }
    if (combiner == MPI_COMBINER_INDEXED && envelope.addresses > 0) {
        combiner = MPI_COMBINER_STRUCT;  // SimGrid 3.32 takes one for the other
    }
    has_large_counts = envelope.counts > 0;
    integers.resize(static_cast<std::size_t>(envelope.integers));
    std::vector<MPI_Aint> addresses(static_cast<std::size_t>(envelope.addresses));
    std::vector<MPI_Datatype> inner(static_cast<std::size_t>(envelope.datatypes), MPI_DATATYPE_NULL);
#if MPI_VERSION >= 4
    std::vector<MPI_Count> counts(static_cast<std::size_t>(envelope.counts));
    check(PMPI_Type_get_contents_c(datatype, envelope.integers, envelope.addresses, envelope.counts, envelope.datatypes,
                                   integers.data(), addresses.data(), counts.data(), inner.data()),
          "MPI_Type_get_contents_c");
    numbers.assign(counts.begin(), counts.end());
#else
    check(PMPI_Type_get_contents(datatype, static_cast<int>(envelope.integers), static_cast<int>(envelope.addresses),
                                 static_cast<int>(envelope.datatypes), integers.data(), addresses.data(), inner.data()),
          "MPI_Type_get_contents");
#endif
    datatypes = std::move(inner);
    if (!has_large_counts) {
        numbers.assign(integers.begin(), integers.end());
        numbers.insert(numbers.end(), addresses.begin(), addresses.end());
    }
}

bool is_predefined_datatype(MPI_Datatype datatype) noexcept {
    try {
        return is_of_mpi(envelope_of(datatype).combiner);
    } catch (const MpiError&) {
        return true;
    }
}

TypeMap::TypeMap(MPI_Datatype datatype)
    : whole_(read(datatype)), size_(nodes_[static_cast<std::size_t>(whole_.node)].size) {}

DatatypeView::DatatypeView(MPI_Datatype datatype) : size_(size_of_element(datatype)) {
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = 0;
    check(PMPI_Type_get_extent(datatype, &lower_bound, &extent), "MPI_Type_get_extent");
    // Also a datatype of the same size and extent may have its parts in another order.
    if (lower_bound != 0 || extent != size_ || !is_of_mpi(envelope_of(datatype).combiner)) {
        map_ = std::make_shared<const TypeMap>(datatype);
    }
}

TypeMap::Part TypeMap::elements(MPI_Count count) const {
    return repeated(count, whole_.extent, whole_.node);
}

TypeMap::Read TypeMap::read(MPI_Datatype datatype) {
    MPI_Aint lower_bound = 0;
    Read result;
    check(PMPI_Type_get_extent(datatype, &lower_bound, &result.extent), "MPI_Type_get_extent");
    Node node = node_of(datatype);
    result.node = static_cast<int>(nodes_.size());
    nodes_.push_back(std::move(node));
    return result;
}

/// What repeats the parts of a node: as few levels as can be.
TypeMap::Part TypeMap::repeated(MPI_Count count, MPI_Aint stride, int node) const {
    const Node& inner = nodes_[static_cast<std::size_t>(node)];
    Part part{0, 0, count, stride, inner.size, node};
    if (inner.parts.size() == 1) {
        const Part& only = inner.parts.front();
        if (only.count == 1 || count == 1) {
            part = only;
            part.count = count * only.count;
            part.stride = only.count == 1 ? stride : only.stride;
        } else if (stride == only.count * only.stride) {
            part = only;
            part.count = count * only.count;
        }
    }
    if (part.node < 0 && (part.count == 1 || part.stride == part.length)) {
        part.length *= part.count;
        part.count = 1;
    }
    return part;
}

/// `count` times what `inner` is, from `offset` on.
void TypeMap::append(Node& node, MPI_Aint offset, MPI_Count count, MPI_Aint stride, int inner) const {
    if (count <= 0 || nodes_[static_cast<std::size_t>(inner)].size == 0) {
        return;
    }
    Part part = repeated(count, stride, inner);
    part.offset += offset;
    part.start = node.size;
    node.size += part.count * part.length;
    if (!node.parts.empty() && part.is_row()) {
        Part& before = node.parts.back();
        if (before.is_row() && before.offset + before.length == part.offset) {
            before.length += part.length;
            return;
        }
    }
    node.parts.push_back(part);
}

namespace {

/// A predefined datatype with a gap inside: a number and an index. What the MPI library packs of bytes that say where
/// they stand says where each goes.
std::vector<TypeMap::Part> parts_of_pair(MPI_Datatype datatype, std::int64_t size, MPI_Aint lowest, MPI_Aint span) {
    std::vector<unsigned char> element(static_cast<std::size_t>(span));
    std::vector<unsigned char> packed(static_cast<std::size_t>(size));
    if (element.size() > std::size_t{1} << 8U) {
        throw MpiError("reading a datatype", MPI_ERR_TYPE);
    }
    std::iota(element.begin(), element.end(), static_cast<unsigned char>(0));
    int position = 0;
    check(PMPI_Pack(element.data() - lowest, 1, datatype, packed.data(), static_cast<int>(size), &position,
                    MPI_COMM_SELF),
          "MPI_Pack");
    std::vector<TypeMap::Part> parts;
    for (std::size_t i = 0; i < packed.size(); ++i) {
        const MPI_Aint offset = lowest + packed[i];
        if (!parts.empty() && parts.back().offset + parts.back().length == offset) {
            ++parts.back().length;
        } else {
            parts.push_back({static_cast<std::int64_t>(i), offset, 1, 0, 1, -1});
        }
    }
    return parts;
}

}  // namespace

TypeMap::Node TypeMap::node_of(MPI_Datatype datatype) {
    const Constructor made(datatype);
    if (made.datatypes.empty()) {
        return node_of_predefined(datatype);
    }
    const Read inner = read(made.datatypes.front());
    switch (made.combiner) {
        case MPI_COMBINER_DUP:
        case MPI_COMBINER_RESIZED:
            return node_in_a_row(1, inner);
        case MPI_COMBINER_CONTIGUOUS:
            return node_in_a_row(made.number(0), inner);
        case MPI_COMBINER_VECTOR:
            return node_of_vector(made, inner, inner.extent);
        case MPI_COMBINER_HVECTOR:
            return node_of_vector(made, inner, 1);
        case MPI_COMBINER_INDEXED:
            return node_of_indexed(made, inner, inner.extent);
        case MPI_COMBINER_HINDEXED:
            return node_of_indexed(made, inner, 1);
        case MPI_COMBINER_INDEXED_BLOCK:
            return node_of_indexed_block(made, inner, inner.extent);
        case MPI_COMBINER_HINDEXED_BLOCK:
            return node_of_indexed_block(made, inner, 1);
        case MPI_COMBINER_STRUCT:
            return node_of_struct(made, inner);
        case MPI_COMBINER_SUBARRAY:
            return node_of_array(chosen_by_subarray(made), inner, made.integers.back() == MPI_ORDER_C);
        case MPI_COMBINER_DARRAY:
            return node_of_array(chosen_by_darray(made), inner, made.integers.back() == MPI_ORDER_C);
        default:
            throw MpiError("reading a datatype", MPI_ERR_TYPE);
    }
}

TypeMap::Node TypeMap::node_of_predefined(MPI_Datatype datatype) {
    MPI_Aint lowest = 0;
    MPI_Aint span = 0;
    check(PMPI_Type_get_true_extent(datatype, &lowest, &span), "MPI_Type_get_true_extent");
    Node node;
    node.size = size_of_element(datatype);
    if (node.size == span) {
        node.parts.push_back({0, lowest, 1, 0, node.size, -1});
    } else if (node.size > 0) {
        node.parts = parts_of_pair(datatype, node.size, lowest, span);
    }
    return node;
}

TypeMap::Node TypeMap::node_in_a_row(std::int64_t count, Read inner) const {
    Node node;
    append(node, 0, count, inner.extent, inner.node);
    return node;
}

/// Equal blocks in equal steps.
TypeMap::Node TypeMap::node_of_vector(const Constructor& made, Read inner, MPI_Aint unit) {
    nodes_.push_back(node_in_a_row(made.number(1), inner));
    Node node;
    append(node, 0, made.number(0), made.number(2) * unit, static_cast<int>(nodes_.size()) - 1);
    return node;
}

TypeMap::Node TypeMap::node_of_indexed(const Constructor& made, Read inner, MPI_Aint unit) const {
    const std::int64_t count = made.number(0);
    Node node;
    for (std::int64_t i = 0; i < count; ++i) {
        append(node, made.number(1 + count + i) * unit, made.number(1 + i), inner.extent, inner.node);
    }
    return node;
}

/// All blocks have the same length.
TypeMap::Node TypeMap::node_of_indexed_block(const Constructor& made, Read inner, MPI_Aint unit) const {
    Node node;
    for (std::int64_t i = 0; i < made.number(0); ++i) {
        append(node, made.number(2 + i) * unit, made.number(1), inner.extent, inner.node);
    }
    return node;
}

/// `first`: its first member.
TypeMap::Node TypeMap::node_of_struct(const Constructor& made, Read first) {
    const std::int64_t count = made.number(0);
    Node node;
    for (std::int64_t i = 0; i < count; ++i) {
        const Read member = i == 0 ? first : read(made.datatypes[static_cast<std::size_t>(i)]);
        append(node, made.number(1 + count + i), made.number(1 + i), member.extent, member.node);
    }
    return node;
}

std::vector<TypeMap::Chosen> TypeMap::chosen_by_subarray(const Constructor& made) {
    const int dimensions = made.integers.front();
    const int first = made.has_large_counts ? 0 : 1;
    std::vector<Chosen> chosen;
    for (int d = 0; d < dimensions; ++d) {
        const std::int64_t length = made.number(first + dimensions + d);
        const std::int64_t indices = made.number(first + d);
        // One run: the next would begin behind the array.
        chosen.push_back({indices, length, made.number(first + 2 * dimensions + d), indices});
    }
    return chosen;
}

std::vector<TypeMap::Chosen> TypeMap::chosen_by_darray(const Constructor& made) {
    int processes = made.integers[0];
    int rank = made.integers[1];
    const int dimensions = made.integers[2];
    const int sizes = made.has_large_counts ? 0 : 3;
    const auto* const distributions = made.integers.data() + (made.has_large_counts ? 3 : 3 + dimensions);
    std::vector<Chosen> chosen;
    for (int d = 0; d < dimensions; ++d) {
        const int along = distributions[2 * dimensions + d];
        processes /= along;  // ranks are row-major in the grid, whatever the order of the array
        chosen.push_back(distributed(made.number(sizes + d), distributions[d], distributions[dimensions + d], along,
                                     rank / processes));
        rank %= processes;
    }
    return chosen;
}

TypeMap::Chosen TypeMap::distributed(std::int64_t indices, int distribution, int argument, int processes, int place) {
    if (distribution == MPI_DISTRIBUTE_NONE) {
        return {indices, indices, 0, std::max<std::int64_t>(1, indices)};
    }
    std::int64_t run = argument;
    if (argument == MPI_DISTRIBUTE_DFLT_DARG) {
        run = distribution == MPI_DISTRIBUTE_BLOCK ? (indices + processes - 1) / processes : 1;
    }
    run = std::max<std::int64_t>(1, run);
    return {indices, run, place * run, processes * run};
}

/// The elements of an array whose indices were chosen in every dimension.
TypeMap::Node TypeMap::node_of_array(const std::vector<Chosen>& chosen, Read element, bool is_last_fastest) {
    Node all = node_in_a_row(1, element);
    MPI_Aint stride = element.extent;
    for (std::size_t d = 0; d < chosen.size(); ++d) {
        const Chosen& dimension = is_last_fastest ? chosen[chosen.size() - 1 - d] : chosen[d];
        nodes_.push_back(std::exchange(all, {}));
        const int inner = static_cast<int>(nodes_.size()) - 1;
        for (std::int64_t first = dimension.first; first < dimension.indices; first += dimension.step) {
            append(all, first * stride, std::min(dimension.run, dimension.indices - first), stride, inner);
        }
        stride *= dimension.indices;
    }
    return all;
}

void TypeMap::rows(const Part& part, std::int64_t from, std::int64_t to,
                   base::FunctionRef<void(const Rows&)> take) const {
    if (from < to) {
        visit(part, 0, from, to, take);
    }
}

void TypeMap::visit(const Part& part, MPI_Aint base, std::int64_t from, std::int64_t to,
                    const base::FunctionRef<void(const Rows&)>& take) const {
    const MPI_Aint origin = base + part.offset;
    std::int64_t first = from / part.length;
    const std::int64_t last = (to - 1) / part.length;
    if (part.node < 0) {
        const auto piece = [&](std::int64_t repetition, std::int64_t begin, std::int64_t end) {
            take({origin + repetition * part.stride + begin, end - begin, 1, 0});
        };
        const std::int64_t head = from - first * part.length;
        const std::int64_t tail = to - last * part.length;
        if (first == last) {
            piece(first, head, tail);
            return;
        }
        if (head > 0) {
            piece(first++, head, part.length);
        }
        const std::int64_t whole = last - first + (tail == part.length ? 1 : 0);
        if (whole > 0) {
            take({origin + first * part.stride, part.length, whole, part.stride});
        }
        if (tail < part.length) {
            piece(last, 0, tail);
        }
        return;
    }
    const std::vector<Part>& parts = nodes_[static_cast<std::size_t>(part.node)].parts;
    for (std::int64_t r = first; r <= last; ++r) {
        const std::int64_t begin = std::max<std::int64_t>(0, from - r * part.length);
        const std::int64_t end = std::min(part.length, to - r * part.length);
        auto inner = std::upper_bound(parts.begin(), parts.end(), begin,
                                      [](std::int64_t value, const Part& one) { return value < one.start; });
        for (--inner; inner != parts.end() && inner->start < end; ++inner) {
            visit(*inner, origin + r * part.stride, std::max<std::int64_t>(0, begin - inner->start),
                  std::min(inner->count * inner->length, end - inner->start), take);
        }
    }
}

}  // namespace causeway::mpi
