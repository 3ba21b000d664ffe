/// Where the bytes of a datatype stand in memory, in the order in which MPI packs them: its type map, in which what
/// repeats itself stands once.
///
/// Known from how the datatype was made (MPI 4.0, section 5.1.13), so that any bytes of an element, however large, are
/// found without the MPI library, whose MPI_Pack counts in ints and takes whole elements.
#pragma once

#include "causeway/base/function_ref.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace causeway::mpi {

/// Bytes that stand in memory in rows of the same length, each so far from the one before.
struct Rows {
    MPI_Aint offset = 0;  ///< of the first, from the address that goes with the datatype
    std::int64_t length = 0;
    std::int64_t count = 1;
    MPI_Aint stride = 0;
};

class TypeMap {
public:
    /// A part of a stream of bytes, repeated.
    struct Part {
        std::int64_t start = 0;   ///< in the stream, from where that which it is a part of begins
        MPI_Aint offset = 0;      ///< in memory
        std::int64_t count = 1;   ///< repetitions
        MPI_Aint stride = 0;      ///< from one to the next, in memory
        std::int64_t length = 0;  ///< of one, in the stream
        int node = -1;            ///< what each consists of; none: of bytes in a row

        [[nodiscard]] bool is_row() const { return node < 0 && count == 1; }
    };

    /// Local. Needs a valid datatype; asks nothing that an MPI library refuses to answer. Throws MpiError.
    explicit TypeMap(MPI_Datatype datatype);

    /// Of one element, packed.
    [[nodiscard]] std::int64_t size() const { return size_; }

    /// So many elements, as one part of a stream that begins with it. Elements have bytes.
    [[nodiscard]] Part elements(MPI_Count count) const;

    /// The bytes of `part` from `from` up to before `to`, counted in it, in their order.
    void rows(const Part& part, std::int64_t from, std::int64_t to, base::FunctionRef<void(const Rows&)> take) const;

private:
    /// What a datatype consists of: parts that follow each other in the stream.
    struct Node {
        std::vector<Part> parts;
        std::int64_t size = 0;
    };

    /// A datatype that was read.
    struct Read {
        int node = 0;
        MPI_Aint extent = 0;
    };

    /// The indices of one dimension of an array that belong to a datatype: runs of them in equal steps.
    struct Chosen {
        std::int64_t indices = 0;  ///< of the array
        std::int64_t run = 0;      ///< indices that follow each other
        std::int64_t first = 0;
        std::int64_t step = 0;  ///< from one run to the next
    };

    /// The arguments that a datatype was made with.
    class Constructor;

    [[nodiscard]] Read read(MPI_Datatype datatype);
    [[nodiscard]] Node node_of(MPI_Datatype datatype);
    // By combiner. `inner`: what the datatype was made of; `unit`: of steps and displacements, in bytes.
    [[nodiscard]] static Node node_of_predefined(MPI_Datatype datatype);
    [[nodiscard]] Node node_in_a_row(std::int64_t count, Read inner) const;
    [[nodiscard]] Node node_of_vector(const Constructor& made, Read inner, MPI_Aint unit);
    [[nodiscard]] Node node_of_indexed(const Constructor& made, Read inner, MPI_Aint unit) const;
    [[nodiscard]] Node node_of_indexed_block(const Constructor& made, Read inner, MPI_Aint unit) const;
    [[nodiscard]] Node node_of_struct(const Constructor& made, Read first);
    [[nodiscard]] Node node_of_array(const std::vector<Chosen>& chosen, Read element, bool is_last_fastest);
    [[nodiscard]] static std::vector<Chosen> chosen_by_subarray(const Constructor& made);
    [[nodiscard]] static std::vector<Chosen> chosen_by_darray(const Constructor& made);
    [[nodiscard]] static Chosen distributed(std::int64_t indices, int distribution, int argument, int processes,
                                            int place);
    [[nodiscard]] Part repeated(MPI_Count count, MPI_Aint stride, int node) const;
    void append(Node& node, MPI_Aint offset, MPI_Count count, MPI_Aint stride, int inner) const;
    void visit(const Part& part, MPI_Aint base, std::int64_t from, std::int64_t to,
               const base::FunctionRef<void(const Rows&)>& take) const;

    std::vector<Node> nodes_;
    Read whole_;
    std::int64_t size_ = 0;
};

/// Whether it is one of MPI's own, which nobody frees, or none. Local; asks nothing that an MPI library refuses to
/// answer about a valid datatype.
[[nodiscard]] bool is_predefined_datatype(MPI_Datatype datatype) noexcept;

/// What is known of a datatype, to look at any number of buffers of it. Cheap for those that MPI has itself.
class DatatypeView {
public:
    DatatypeView() = default;
    /// Local. Throws MpiError.
    explicit DatatypeView(MPI_Datatype datatype);

    /// Of one element, packed.
    [[nodiscard]] std::int64_t size() const { return size_; }
    /// So many elements, more than none and not empty; without `map`, they are a row of bytes.
    [[nodiscard]] TypeMap::Part elements(MPI_Count count) const {
        return map_ == nullptr ? TypeMap::Part{.length = count * size_} : map_->elements(count);
    }
    [[nodiscard]] const std::shared_ptr<const TypeMap>& map() const { return map_; }

private:
    std::int64_t size_ = 0;
    std::shared_ptr<const TypeMap> map_;  ///< of all but predefined datatypes without gaps
};

}  // namespace causeway::mpi
