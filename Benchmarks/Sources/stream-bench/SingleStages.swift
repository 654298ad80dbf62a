import Measuring
import OpenCombine
import Stream

/// The stages of a chain of Single.
///
/// If the value is opaque, the optimizer does not know how the stages are built.
struct SingleStages {
  let source: (Int) -> Single<Int>
  let map = { (single: Single<Int>) in single.map { $0 &+ 1 } }
  let flatMap = { (single: Single<Int>) in single.flatMap { .just($0 &* 2) } }
  let recovered = { (single: Single<Int>) in single.catch { _ in .just(0) } }

  func chain(_ value: Int) -> Single<Int> { recovered(flatMap(map(source(value)))) }
}

/// The same stages for the peer.
struct PeerStages {
  typealias Source = Deferred<Future<Int, any Error>>
  typealias Mapped = Publishers.Map<Source, Int>
  typealias Inner = Publishers.SetFailureType<Just<Int>, any Error>
  typealias Flattened = Publishers.FlatMap<Inner, Mapped>
  typealias Recovered = Publishers.Catch<Flattened, Just<Int>>

  let source: (Int) -> Source
  let map = { (publisher: Source) -> Mapped in publisher.map { $0 &+ 1 } }
  let flatMap = { (publisher: Mapped) -> Flattened in
    publisher.flatMap { Inner(upstream: Just($0 &* 2)) }
  }
  let recovered = { (publisher: Flattened) -> Recovered in publisher.catch { _ in Just(0) } }

  func chain(_ value: Int) -> Recovered { recovered(flatMap(map(source(value)))) }
}
