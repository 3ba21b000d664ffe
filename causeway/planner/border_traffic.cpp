#include "causeway/planner/border_traffic.hpp"

namespace causeway::planner {

BorderTraffic border_traffic(scheme::Operation operation, bool holds_root, std::int64_t inside, std::int64_t outside,
                             Bytes message) {
    using scheme::Operation;
    const Bytes none(0);
    switch (operation) {
        case Operation::kBroadcast:
            return holds_root ? BorderTraffic{none, message} : BorderTraffic{message, none};
        case Operation::kReduce:
            return holds_root ? BorderTraffic{message, none} : BorderTraffic{none, message};
        case Operation::kAllreduce:
            return {message, message};
        case Operation::kBarrier:
            return {none, none};
        case Operation::kGather:
            return holds_root ? BorderTraffic{outside * message, none} : BorderTraffic{none, inside * message};
        case Operation::kScatter:
            return holds_root ? BorderTraffic{none, outside * message} : BorderTraffic{inside * message, none};
        case Operation::kAllgather:
            return {outside * message, inside * message};
        case Operation::kReduceScatter:
            return {inside * message, outside * message};
        case Operation::kAlltoall:
            return {inside * outside * message, inside * outside * message};
        case Operation::kNeighborAllgather:
        case Operation::kNeighborAlltoall:
            break;  // neighbours may all be inside
        case Operation::kScan:
            break;  // see bound_of
    }
    return {};
}

}  // namespace causeway::planner
