#include "causeway/mpi/predefined_operators.hpp"

#include <algorithm>
#include <initializer_list>
#include <vector>

#ifdef CAUSEWAY_SIMULATED_TIME
// SimGrid 3.32 has them, but its mpi.h declares them by names that it misspells.
extern "C" SMPI_Datatype smpi_MPI_CXX_FLOAT_COMPLEX;
extern "C" SMPI_Datatype smpi_MPI_CXX_DOUBLE_COMPLEX;
#endif

namespace causeway::mpi {

namespace {

/// Classes of datatypes, as the standard groups them.
enum TypeClass : unsigned {
    kInteger = 1U,
    kFloating = 2U,
    kLogical = 4U,
    kComplex = 8U,
    kByte = 16U,
    kPair = 32U,
    kFortranInteger = 64U,
};
/// For what both languages' integers are, and those that belong to none.
constexpr unsigned kAnyInteger = kInteger | kFortranInteger;

struct KnownType {
    MPI_Datatype datatype;
    TypeClass type_class;
};

struct KnownOperator {
    MPI_Op op;
    unsigned classes;  ///< for which it is defined
    unsigned exact;    ///< of these, where it does not round
};

/// The handles are constants of the MPI library, but not of the language.
const std::vector<KnownType>& known_types() {
    static const std::vector<KnownType> kTypes = [] {
        std::vector<KnownType> types;
        const auto add = [&](TypeClass type_class, std::initializer_list<MPI_Datatype> datatypes) {
            for (const MPI_Datatype datatype : datatypes) {
                if (datatype != MPI_DATATYPE_NULL) {  // MPI libraries without Fortran
                    types.push_back({datatype, type_class});
                }
            }
        };
        add(kInteger, {MPI_INT,         MPI_LONG,          MPI_SHORT,         MPI_UNSIGNED_SHORT,
                       MPI_UNSIGNED,    MPI_UNSIGNED_LONG, MPI_LONG_LONG_INT, MPI_UNSIGNED_LONG_LONG,
                       MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_INT8_T,        MPI_INT16_T,
                       MPI_INT32_T,     MPI_INT64_T,       MPI_UINT8_T,       MPI_UINT16_T,
                       MPI_UINT32_T,    MPI_UINT64_T,      MPI_AINT,          MPI_COUNT,
                       MPI_OFFSET});
        add(kFortranInteger, {MPI_INTEGER, MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8});
        add(kFloating, {MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_REAL, MPI_DOUBLE_PRECISION, MPI_REAL4, MPI_REAL8});
        add(kLogical, {MPI_LOGICAL, MPI_C_BOOL, MPI_CXX_BOOL});
        add(kComplex, {MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_COMPLEX8, MPI_COMPLEX16, MPI_C_FLOAT_COMPLEX,
                       MPI_C_DOUBLE_COMPLEX, MPI_CXX_FLOAT_COMPLEX, MPI_CXX_DOUBLE_COMPLEX});
        add(kByte, {MPI_BYTE});
        add(kPair, {MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT, MPI_LONG_DOUBLE_INT,
                    MPI_2REAL, MPI_2DOUBLE_PRECISION, MPI_2INTEGER});
        return types;
    }();
    return kTypes;
}

const std::vector<KnownOperator>& known_operators() {
    static const std::vector<KnownOperator> kOperators{
        {MPI_MAX, kAnyInteger | kFloating, kAnyInteger | kFloating},
        {MPI_MIN, kAnyInteger | kFloating, kAnyInteger | kFloating},
        {MPI_SUM, kAnyInteger | kFloating | kComplex, kAnyInteger},
        {MPI_PROD, kAnyInteger | kFloating | kComplex, kAnyInteger},
        {MPI_LAND, kInteger | kLogical, kInteger | kLogical},
        {MPI_LOR, kInteger | kLogical, kInteger | kLogical},
        {MPI_LXOR, kInteger | kLogical, kInteger | kLogical},
        {MPI_BAND, kAnyInteger | kByte, kAnyInteger | kByte},
        {MPI_BOR, kAnyInteger | kByte, kAnyInteger | kByte},
        {MPI_BXOR, kAnyInteger | kByte, kAnyInteger | kByte},
        {MPI_MAXLOC, kPair, kPair},
        {MPI_MINLOC, kPair, kPair},
        {MPI_REPLACE, 0U, 0U},
        {MPI_NO_OP, 0U, 0U},
    };
    return kOperators;
}

const KnownOperator* find(MPI_Op op) {
    const auto& operators = known_operators();
    const auto known =
        std::find_if(operators.begin(), operators.end(), [&](const KnownOperator& one) { return one.op == op; });
    return known == operators.end() ? nullptr : &*known;
}

unsigned class_of(MPI_Datatype datatype) {
    const auto& types = known_types();
    const auto known =
        std::find_if(types.begin(), types.end(), [&](const KnownType& one) { return one.datatype == datatype; });
    return known == types.end() ? 0U : static_cast<unsigned>(known->type_class);
}

}  // namespace

bool may_be_applied(MPI_Op op, MPI_Datatype datatype) {
    const KnownOperator* known = find(op);
    return known == nullptr || (known->classes & class_of(datatype)) != 0U;
}

bool is_predefined(MPI_Op op) {
    return find(op) != nullptr;
}

bool is_exact(MPI_Op op, MPI_Datatype datatype) {
    const KnownOperator* known = find(op);
    return known != nullptr && (known->exact & class_of(datatype)) != 0U;
}

}  // namespace causeway::mpi
