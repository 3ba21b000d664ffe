/// A callable that somebody else keeps: for arguments that are called before the function returns.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace causeway::base {

template <typename Signature>
class FunctionRef;

/// Refers to any callable of that signature, which outlives it. Costs a pointer and an indirect call.
template <typename Result, typename... Arguments>
class FunctionRef<Result(Arguments...)> {
public:
    template <typename Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef> &&
             std::is_invocable_r_v<Result, const Callable&, Arguments...>)
        FunctionRef(const Callable& callable)  // NOLINT(google-explicit-constructor): a lambda is one
        : callable_(std::addressof(callable)), call_([](const void* kept, Arguments... arguments) -> Result {
              return (*static_cast<const Callable*>(kept))(std::forward<Arguments>(arguments)...);
          }) {}

    Result operator()(Arguments... arguments) const { return call_(callable_, std::forward<Arguments>(arguments)...); }

private:
    const void* callable_;
    Result (*call_)(const void*, Arguments...);
};

}  // namespace causeway::base
