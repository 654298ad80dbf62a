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
    #expect(configuration.baseURL == nil)
    #expect(configuration.headers.isEmpty)
    #expect(configuration.timeouts == RequestTimeouts(idle: .seconds(60)))
    #expect(configuration.validation.statusCode == .success)
    #expect(configuration.validation.contentType == .accepted)
    #expect(configuration.interceptors.isEmpty && configuration.monitors.isEmpty)
    #expect(configuration.redirects.limit == 20)
    #expect(configuration.cookies == nil)
    #expect(configuration.maximumConcurrentRequests == nil)
    #expect(configuration.maximumConcurrentRequestsPerHost == nil)
    #expect(configuration.callbackQueue?.label == DispatchQueue.main.label)
  }

  @Test func aBaseURLCanBeGivenToTheInitializer() throws {
    let baseURL = try #require(URL(string: "https://api.example.com/v1/"))
    let configuration = SessionConfiguration(baseURL: baseURL)
    #expect(configuration.baseURL == baseURL)
    #expect(configuration.timeouts == SessionConfiguration().timeouts)
  }

  @Test func theSessionsValidationApplies() {
    let fixture = SessionFixture { $0.validation.statusCode = .only([404]) }
    let (refused, taken) = (fixture.start(), fixture.start())
    fixture.tasks[0].respond(200)
    fixture.tasks[1].respond(404, body: "gone")
    #expect(refused.reason == .validation(.statusCode(200)))
    #expect(taken.text == "gone")
  }

  @Test func theRequestsDecoderOverridesTheSessions() async throws {
    let snake = JSONDecoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    let json: HTTPHeaders = ["Content-Type": "application/json"]
    let fixture = SessionFixture(
      onResume: { $0.respond(200, headers: json, body: #"{"first_name":"Ada"}"#) },
      configure: { $0.decoder = snake })
    let user = try await fixture.session.get("https://example.com/").object(as: User.self)
    #expect(user == User(firstName: "Ada"))
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
    #expect(
      fixture.tasks.map(\.request.body)
        == [#"{"first_name":"Ada"}"#, #"{"firstName":"Ada"}"#].map { .data(Data($0.utf8)) })
  }
}
