import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Random sequences of requests through a session with a cache.
@Suite struct CachePropertyTests {
  /// A resource that changes, and says for how long a representation may be used.
  private struct Resource: Sendable {
    var version = 1
    /// When each version was current: from its time to that of the next one.
    var since: [Date] = []
    var lifetimes: [Int] = []
  }

  /// Makes requests at random times, and returns those whose body is older than allowed.
  private func staleBodies(seed: UInt64, lifetimes: ClosedRange<Int>?, tags: Bool) -> [String] {
    var random = SeededGenerator(seed: seed)
    let fixture = CachedSession()
    let resource = Locked(Resource(since: [fixture.timer.date], lifetimes: [0]))
    let timer = fixture.timer
    let lifetime = Locked(0)
    fixture.transport.stub(.everything) { request in
      resource.update { resource in
        if request.method == .put {
          resource.version += 1
          resource.since.append(timer.date)
          return .status(204)
        }
        let tag = "\"\(resource.version)\""
        let control = lifetimes == nil ? "no-store" : "max-age=\(lifetime.value)"
        if tags, request.headers["If-None-Match"] == tag {
          return .status(304).header("ETag", tag).header("Cache-Control", control)
        }
        let response = StubResponse.text("\(resource.version)").header("Cache-Control", control)
        return tags ? response.header("ETag", tag) : response
      }
    }
    var failures: [String] = []
    for step in 0..<40 {
      if let lifetimes { lifetime.update { $0 = Int.random(in: lifetimes, using: &random) } }
      switch Int.random(in: 0..<10, using: &random) {
      case 0: fixture.start(.put)
      case 1:
        // Another client changes the resource.
        resource.update { resource in
          resource.version += 1
          resource.since.append(timer.date)
        }
      case 2...4: timer.advance(by: .seconds(Int.random(in: 1...15, using: &random)))
      default:
        let body = fixture.get()?.value.flatMap { Int($0) } ?? 0
        let current = resource.value.version
        guard body != current else { continue }
        // An old version is allowed only until the longest lifetime after it was replaced.
        let replaced = resource.value.since.indices.contains(body) ? resource.value.since[body] : .distantPast
        let age = timer.date.timeIntervalSince(replaced)
        if lifetimes == nil || age > Double(lifetimes?.upperBound ?? 0) {
          failures.append("seed \(seed), step \(step): version \(body) instead of \(current)")
        }
      }
    }
    return failures
  }

  @Test func withNoStoreEveryBodyIsCurrent() {
    let failures = (1...20).flatMap { staleBodies(seed: $0, lifetimes: nil, tags: $0.isMultiple(of: 2)) }
    expectEqual(failures, [])
  }

  @Test func withALifetimeNoBodyIsOlderThanAllowed() {
    let failures = (1...20).flatMap { staleBodies(seed: $0, lifetimes: 0...20, tags: $0.isMultiple(of: 2)) }
    expectEqual(failures, [])
  }

  @Test func afterAnUnsafeRequestOfTheSameSessionTheBodyIsCurrent() {
    let fixture = CachedSession()
    let version = Locked(1)
    fixture.transport.stub(.everything) { request in
      if request.method == .put {
        version.update { $0 += 1 }
        return .status(204)
      }
      return .fresh("\(version.value)", for: 1000)
    }
    var bodies: [String?] = []
    for _ in 0..<5 {
      bodies.append(fixture.get()?.value)
      fixture.start(.put)
    }
    expectEqual(bodies, ["1", "2", "3", "4", "5"])
  }
}
