import Dispatch
import Foundation
import Net
import TestSupport
import Testing

/// The configuration of a session and its defaults.
@Suite struct SessionConfigurationTests {
  private struct User: Codable, Sendable, Equatable { var firstName: String }

  @Test func theDefaultsAreAsDocumented() {
    let configuration = SessionConfiguration()
    expectNil(configuration.baseURL)
    expectTrue(configuration.headers.isEmpty)
    expectEqual(configuration.timeouts, RequestTimeouts(idle: .seconds(60)))
    expectEqual(configuration.validation.statusCode, .success)
    expectEqual(configuration.validation.contentType, .accepted)
    #expect(configuration.interceptors.isEmpty && configuration.monitors.isEmpty)
    expectEqual(configuration.redirects.limit, 20)
    expectNil(configuration.cookies)
    expectNil(configuration.maximumConcurrentRequests)
    expectNil(configuration.maximumConcurrentRequestsPerHost)
    expectEqual(configuration.callbackQueue?.label, DispatchQueue.main.label)
  }

  @Test func aBaseURLCanBeGivenToTheInitializer() throws {
    let baseURL = try #require(URL(string: "https://api.example.com/v1/"))
    let configuration = SessionConfiguration(baseURL: baseURL)
    expectEqual(configuration.baseURL, baseURL)
    expectEqual(configuration.timeouts, SessionConfiguration().timeouts)
  }

  @Test func theSessionsValidationApplies() {
    let fixture = SessionFixture { $0.validation.statusCode = .only([404]) }
    let (refused, taken) = (fixture.start(), fixture.start())
    fixture.tasks[0].respond(200)
    fixture.tasks[1].respond(404, body: "gone")
    expectEqual(refused.reason, .validation(.statusCode(200)))
    expectEqual(taken.text, "gone")
  }

  @Test func theRequestsDecoderOverridesTheSessions() async throws {
    let snake = JSONDecoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    let json: HTTPHeaders = ["Content-Type": "application/json"]
    let fixture = SessionFixture(
      onResume: { $0.respond(200, headers: json, body: #"{"first_name":"Ada"}"#) },
      configure: { $0.decoder = snake })
    let user = try await fixture.session.get("https://example.com/").object(as: User.self)
    expectEqual(user, User(firstName: "Ada"))
    let request = fixture.session.get("https://example.com/").configure { $0.decoder = JSONDecoder() }
    await #expect(throws: NetworkError.self) { try await request.object(as: User.self) }
  }

  @Test func theRequestsEncoderOverridesTheSessions() {
    let snake = JSONEncoder()
    snake.keyEncodingStrategy = .convertToSnakeCase
    let fixture = SessionFixture { $0.encoder = snake }
    let user = User(firstName: "Ada")
    _ = fixture.start(.post, content: .encodable(user))
    _ = fixture.start(.post, content: .encodable(user)) { $0.configure { $0.encoder = JSONEncoder() } }
    expectEqual(
      fixture.tasks.map(\.request.body),
      [#"{"first_name":"Ada"}"#, #"{"firstName":"Ada"}"#].map { .data(Data($0.utf8)) })
  }
}
