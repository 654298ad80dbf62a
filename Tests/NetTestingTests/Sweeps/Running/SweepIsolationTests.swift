import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What one run of a sweep leaves in the cookie jar and the cache of the configuration, another does not find.
@Suite struct SweepIsolationTests {
  private enum Kind: CaseIterable, Sendable { case memory, disk }

  private struct NoName: Error {}

  /// A client with a bug: it takes every failure for an empty result.
  private static let careless: @Sendable (SweepNetwork) async throws -> String = { network in
    network.stub(.get("/a"), with: stale("good"))
    return (try? await network.get("/a").string()) ?? ""
  }

  /// A client with a bug: it does not check whether its login succeeded.
  private static let loggedIn: @Sendable (SweepNetwork) async throws -> String = { network in
    network.stub(.get("/login"), with: .text("in").header("Set-Cookie", "sid=1"))
    network.stub(.get("/a")) { $0.headers["Cookie"] == nil ? .status(401) : .text("secret") }
    _ = try? await network.get("/login").string()
    return (try? await network.get("/a").string()) ?? ""
  }

  private static func stale(_ text: String) -> StubResponse {
    .text(text).header("Cache-Control", "max-age=0, stale-if-error=86400")
  }

  private func configuration(
    cache: HTTPCache? = nil, cookies: CookieJar? = nil
  ) -> SessionConfiguration {
    var configuration = SweepNetwork.defaultConfiguration
    configuration.cache = cache
    configuration.cookies = cookies
    return configuration
  }

  @Test(arguments: Kind.allCases)
  private func aStoredResponseDoesNotHideAFaultOfAnotherRun(kind: Kind) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sweep-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache: HTTPCache =
      switch kind {
      case .memory: .memory(limit: 1 << 20)
      case .disk: try .disk(at: folder, limit: 1 << 20)
      }
    let alone = try await everyFault(in: Self.careless).report(.sameResultOr(NetworkError.self))
    let report = try await everyFault(configuration: configuration(cache: cache), in: Self.careless)
      .report(.sameResultOr(NetworkError.self))
    expectFalse(alone.isPassed)
    expectEqual(report.failures.map(\.run), alone.failures.map(\.run))
    expectEqual(cache.size, 0)
  }

  @Test func aStoredCookieDoesNotHideAFaultOfAnotherRun() async throws {
    let jar = CookieJar()
    let report = try await everyFault(
      of: [.status(500)], configuration: configuration(cookies: jar), in: Self.loggedIn
    ).report(.sameResultOr(NetworkError.self))
    #expect(report.failures.contains { $0.run.contains("request 1") })
    expectTrue(jar.cookies.isEmpty)
  }

  @Test func everyMutationRunsWithItsOwnCache() async throws {
    let body: @Sendable (SweepNetwork) async throws -> String = { network in
      guard let name = try await network.get("/a").json()["name"].string else { throw NoName() }
      return name
    }
    let response = StubResponse.json(#"{"name": "x"}"#).header("Cache-Control", "max-age=86400")
    let alone = try await everyMutation(of: .get("/a"), with: response, in: body).report()
    let report = try await everyMutation(
      of: .get("/a"), with: response, configuration: configuration(cache: .memory(limit: 1 << 20)), in: body
    ).report()
    expectFalse(alone.isPassed)
    expectEqual(report.failures.map(\.run), alone.failures.map(\.run))
  }

  @Test func everyOrderRunsWithItsOwnCache() async throws {
    let report = try await everyOrder(
      configuration: configuration(cache: .memory(limit: 1 << 20)),
      in: { network in
        network.stub(.get("/{item}")) { .text($0.url.path).header("Cache-Control", "max-age=86400") }
        async let first = network.get("/a").string()
        async let second = network.get("/b").string()
        return try await first + second
      }
    ).report(.sameResult)
    expectTrue(report.isPassed, "\(report.text)")
    #expect(report.runs > 2)
  }

  @Test func eachRunBeginsWithTheContentOfTheConfiguration() async throws {
    let jar = CookieJar()
    jar.insert([Cookie(name: "sid", value: "1", domain: "mock.invalid")])
    let report = try await everyFault(
      of: [.status(500)], configuration: configuration(cookies: jar),
      in: { network in
        network.stub(.get("/a")) { .text($0.headers["Cookie"] ?? "").header("Set-Cookie", "new=2") }
        let text = try await network.get("/a").string()
        let names = network.configuration.cookies?.cookies.map(\.name) ?? []
        return "\(text) \(names)"
      }
    ).report(.sameResultOr(NetworkError.self))
    expectTrue(report.isPassed, "\(report.text)")
    expectEqual(jar.cookies.map(\.name), ["sid"])
  }
}
