#include "causeway/steady_state/bound.hpp"
