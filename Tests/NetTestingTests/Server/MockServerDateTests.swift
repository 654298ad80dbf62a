import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct MockServerDateTests {
  @Test func theDateFieldIsTheDateOfTheTimer() async throws {
    let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_700_000_000))
    let server = MockServer(timer: scheduler, afterEach: .test)
    try server.start()
    server.stub(.everything, with: .text("a"))
    let network = NetworkSession()
    let first = await network.get(server.baseURL).response(.data)
    expectEqual(first.response?.headers["Date"], "Tue, 14 Nov 2023 22:13:20 GMT")
    scheduler.advance(by: .seconds(86_400))
    let second = await network.get(server.baseURL).response(.data)
    expectEqual(second.response?.headers["Date"], "Wed, 15 Nov 2023 22:13:20 GMT")
  }

  @Test func aResponseIsFreshByTheVirtualTime() async throws {
    let scheduler = TestScheduler()
    let server = MockServer(timer: scheduler, afterEach: .test)
    try server.start()
    server.stub(.everything, with: StubResponse.text("a").header("Cache-Control", "max-age=3600"))
    var configuration = SessionConfiguration()
    configuration.cache = .memory(limit: 1 << 20)
    let network = NetworkSession(configuration: configuration, timer: scheduler)
    for _ in 0..<2 { _ = try await network.get(server.baseURL).string() }
    expectEqual(server.requestCount, 1)
    scheduler.advance(by: .seconds(3_601))
    _ = try await network.get(server.baseURL).string()
    expectEqual(server.requestCount, 2)
  }

  @Test(arguments: [
    (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"), (-30_610_224_001, "Tue, 31 Dec 0999 23:59:59 GMT"),
    (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ])
  func theYearHasFourDigits(_ seconds: Double, _ expected: String) async throws {
    let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: seconds))
    let server = MockServer(timer: scheduler, afterEach: .test)
    try server.start()
    server.stub(.everything, with: .text("a"))
    let response = await NetworkSession().get(server.baseURL).response(.data)
    expectEqual(response.response?.headers["Date"], expected)
  }
}
