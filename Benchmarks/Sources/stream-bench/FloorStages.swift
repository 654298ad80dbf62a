// Closures in structs of concrete types. A closure that passes through a generic parameter, such as that of `opaque`,
// is wrapped in another closure, which would add to the floor.

/// Receives an element.
struct Next {
  let call: (Int) -> Void
}

/// map, filter and map of elements, as closures that call each other.
struct FloorPush {
  let multiply = { (next: Next) in Next { next.call($0 &* 3) } }
  let filter = { (next: Next) in Next { if $0 != -1 { next.call($0) } } }
  let increment = { (next: Next) in Next { next.call($0 &+ 1) } }
  let last: Next

  func chain() -> Next { multiply(filter(increment(last))) }
}

/// create, map, flatMap and catch of one value, as closures that call each other.
struct FloorSingle {
  typealias Done = (Result<Int, any Error>) -> Void

  /// Delivers a value to a closure.
  struct Work {
    let start: (@escaping Done) -> Void

    static func just(_ value: Int) -> Work { Work { done in done(.success(value)) } }
  }

  let source = { (value: Int) in Work { done in done(.success(value)) } }

  let map = { (work: Work) in
    Work { done in
      work.start { result in
        switch result {
        case .success(let value): done(.success(value &+ 1))
        case .failure: done(result)
        }
      }
    }
  }

  let flatMap = { (work: Work) in
    Work { done in
      work.start { result in
        switch result {
        case .success(let value): Work.just(value &* 2).start(done)
        case .failure: done(result)
        }
      }
    }
  }

  let recovered = { (work: Work) in
    Work { done in
      work.start { result in
        switch result {
        case .success: done(result)
        case .failure: Work.just(0).start(done)
        }
      }
    }
  }

  let last: Done

  func chain(_ value: Int) -> Work { recovered(flatMap(map(source(value)))) }
}
