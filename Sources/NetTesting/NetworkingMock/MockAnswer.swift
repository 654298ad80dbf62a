import Foundation
import Net

/// What a typed mock answers.
enum MockAnswer: Sendable {
  /// A response whose bytes go through the caller's serializer, or a failure.
  case bytes(StubResponse)
  /// A value, and the response it is said to come from.
  case value(any AnswerValue, MockResponseParts)
  /// A failure, and the response that is said to have arrived before it.
  case failure(any Error, MockResponseParts)

  /// The answer for what a test gave as a value: bytes where it gave bytes.
  static func returning<Value: Sendable>(_ value: Value, _ parts: MockResponseParts) -> MockAnswer {
    switch value {
    case let response as StubResponse: .bytes(response)
    default: .value(TypedAnswer(value: value), parts)
    }
  }

  /// The answer for what a test gave as a result.
  static func returning<Value: Sendable, Failure: Error>(
    _ result: Result<Value, Failure>, _ parts: MockResponseParts
  ) -> MockAnswer {
    switch result {
    case .success(let value): returning(value, parts)
    case .failure(let error): .failure(error, parts)
    }
  }
}

extension MockAnswer {
  /// Whether the content type counts. A value without headers stands for a response of whatever type the caller asked for.
  var checksType: Bool {
    switch self {
    case .bytes: true
    case .value(_, let parts), .failure(_, let parts): parts.headers.contains("Content-Type")
    }
  }
}

/// What a test says about the response beside its value.
struct MockResponseParts: Sendable {
  var status = 200
  var headers: HTTPHeaders = [:]
  var data: Data?

  /// Whether the test said anything about it.
  var isSpoken: Bool { status != 200 || !headers.isEmpty || data != nil }
}

/// What a stub of a typed mock holds for one request.
struct MockAnswering: Sendable {
  var answer: @Sendable (MockedRequest) -> MockAnswer
  var validateRequest: (@Sendable (MockedRequest) throws -> Void)?
  /// How it is delivered; nil means as the mock says.
  var delivery: MockDelivery?
}
