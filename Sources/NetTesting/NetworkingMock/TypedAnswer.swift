import Foundation
import Net

/// A value of a type that only the code under test and its test know.
protocol AnswerValue: Sendable {
  /// The name of its type, for a failure message.
  var typeName: String { get }
  /// The value, when it is bytes, which go through the caller's serializer.
  var bytes: Data? { get }
  /// The value, when this is its type, or the optional of it.
  func value<Wanted>(as type: Wanted.Type) -> Wanted?
}

struct TypedAnswer<Value: Sendable>: AnswerValue {
  let value: Value

  var typeName: String { "\(Value.self)" }
  var bytes: Data? { value as? Data }

  // By comparing types, because a cast finds an empty array of one type to be one of any other.
  func value<Wanted>(as type: Wanted.Type) -> Wanted? {
    if Wanted.self == Value.self { return value as? Wanted }
    if Wanted.self == Value?.self { return Value?.some(value) as? Wanted }
    return nil
  }
}

/// An exchange that a typed mock ended with a value.
final class TypedOutcome: ExchangeOutcome {
  private let value: any AnswerValue
  private let received: ReceivedResponse
  private let place: SourcePlace
  private let reporter: TestReporter

  init(value: any AnswerValue, received: ReceivedResponse, place: SourcePlace, reporter: TestReporter) {
    self.value = value
    self.received = received
    self.place = place
    self.reporter = reporter
  }

  var request: TransportRequest? { received.request }
  var response: ResponseHead? { received.head }
  var data: Data? { received.data }
  var timings: ResponseTimings { .mocked(received) }

  func result<Serializer: ResponseSerializer>(
    of serializer: Serializer
  ) -> Result<Serializer.Value, NetworkError> {
    if let value = value.value(as: Serializer.Value.self) { return .success(value) }
    let misuse = StubMisuse(
      """
      The answer to \(received.request.method) \(received.request.url.absoluteString) is of type \
      \(value.typeName), but the code under test \
      asked for \(Serializer.Value.self). The stub is at \(place); give it a value of that type, \
      or bytes that the code can read as one.
      """)
    reporter.fail(misuse.description, at: place)
    return .failure(
      NetworkError(
        .serialization(misuse.description), request: request, response: response, data: data,
        underlyingError: misuse, attempts: 1))
  }
}

extension ResponseTimings {
  /// Those of a response that a typed mock gave, which takes no time.
  static func mocked(_ received: ReceivedResponse) -> ResponseTimings {
    ResponseTimings(
      attempts: 1, bytesSent: received.request.body.count ?? 0, bytesReceived: Int64(received.data.count))
  }
}
