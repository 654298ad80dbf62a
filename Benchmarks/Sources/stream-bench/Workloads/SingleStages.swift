import Measuring
import OpenCombine
import Stream

/// The stages of a chain of Single, each behind a closure that the optimiser does not know.
struct Stages {
  private let source: (Int) -> Single<Int>
  private let map = opaque { (single: Single<Int>) in single.map { $0 &+ 1 } }
  private let flatMap = opaque { (single: Single<Int>) in single.flatMap { .just($0 &* 2) } }
  private let recovered = opaque { (single: Single<Int>) in single.catch { _ in .just(0) } }

  init(source: @escaping (Int) -> Single<Int>) { self.source = opaque(source) }

  func chain(_ value: Int) -> Single<Int> { recovered(flatMap(map(source(value)))) }
}

/// The same stages of the peer.
struct PeerStages {
  typealias Source = Deferred<Future<Int, any Error>>
  typealias Mapped = Publishers.Map<Source, Int>
  typealias Inner = Publishers.SetFailureType<Just<Int>, any Error>
  typealias Flattened = Publishers.FlatMap<Inner, Mapped>
  typealias Recovered = Publishers.Catch<Flattened, Just<Int>>

  private let source: (Int) -> Source
  private let map = opaque { (publisher: Source) -> Mapped in publisher.map { $0 &+ 1 } }
  private let flatMap = opaque { (publisher: Mapped) -> Flattened in
    publisher.flatMap { Inner(upstream: Just($0 &* 2)) }
  }
  private let recovered = opaque { (publisher: Flattened) -> Recovered in publisher.catch { _ in Just(0) } }

  init(source: @escaping (Int) -> Source) { self.source = opaque(source) }

  func chain(_ value: Int) -> Recovered { recovered(flatMap(map(source(value)))) }
}

/// The same stages as closures that call each other.
struct FloorStages {
  typealias Done = (Result<Int, any Error>) -> Void
  typealias Work = (@escaping Done) -> Void

  private let source = opaque { (value: Int) -> Work in { done in done(.success(value)) } }
  private let map = opaque { (work: @escaping Work) -> Work in
    { done in work { result in done(result.map { $0 &+ 1 }) } }
  }
  private let flatMap = opaque { (work: @escaping Work) -> Work in
    { done in
      work { result in
        switch result {
        case .success(let value): just(value &* 2)(done)
        case .failure: done(result)
        }
      }
    }
  }
  private let recovered = opaque { (work: @escaping Work) -> Work in
    { done in
      work { result in
        switch result {
        case .success: done(result)
        case .failure: just(0)(done)
        }
      }
    }
  }

  func chain(_ value: Int) -> Work { recovered(flatMap(map(source(value)))) }
}

private func just(_ value: Int) -> FloorStages.Work { { done in done(.success(value)) } }
