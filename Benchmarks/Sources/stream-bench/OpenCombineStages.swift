import OpenCombine

// Stages as generic functions: the overloads of the concrete publisher types would merge two stages into one, or
// collect the elements into an array immediately.

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

/// A value that the workload itself passes to another thread, as far as the peer allows.
struct Shared<Value>: @unchecked Sendable {
  // The workloads share only subjects, which have their own locks.
  let value: Value
}
