#include "causeway/clustering/measured_partition.hpp"

#include "causeway/clustering/homogeneous.hpp"
#include "causeway/clustering/unclear_borders.hpp"

namespace causeway::clustering {

Partition measured_partition(const Method& method, const platform::DistanceMatrix& matrix, double tolerance,
                             double far) {
    return homogeneous_parts(without_unclear_borders(method.partition(matrix, tolerance), matrix, tolerance, far),
                             matrix, tolerance, far);
}

}  // namespace causeway::clustering
