import OpenCombine

// Stages as a generic function sees them: the overloads of the publishers' own types would do the work of two stages in
// one, or at once into an array.

func multiplied<Upstream: Publisher>(_ upstream: Upstream) -> Publishers.Map<Upstream, Int>
where Upstream.Output == Int {
  upstream.map { $0 &* 3 }
}

func incremented<Upstream: Publisher>(_ upstream: Upstream) -> Publishers.Map<Upstream, Int>
where Upstream.Output == Int {
  upstream.map { $0 &+ 1 }
}

func filtered<Upstream: Publisher>(_ upstream: Upstream) -> Publishers.Filter<Upstream>
where Upstream.Output == Int {
  upstream.filter { $0 != -1 }
}

/// A value that the workload itself hands to another thread, one thread at a time or as the peer allows it.
struct Shared<Value>: @unchecked Sendable {
  // The workloads only share subjects, which have locks of their own.
  let value: Value
}
