import Foundation
import Net

/// The values that a ``NetworkingMock`` gives.
///
/// A response carries the number of its value in its head, where the serializer finds it.
final class StubValues: Sendable {
  private struct Given: Sendable {
    var value: any StubValue
    var place: SourcePlace
  }

  private static let field = "NetTesting-Value"

  private let given = Lock<[Given]>([])
  private let ledger: StubLedger
  private let records: MockRecords
  /// The rule of the session on content types.
  private let contentType: ContentTypeRule?

  init(_ ledger: StubLedger, _ records: MockRecords, contentType: ContentTypeRule?) {
    self.ledger = ledger
    self.records = records
    self.contentType = contentType
  }

  /// Exchanges the value of a response for its number, and gives it the content type that was asked for.
  func prepare(_ response: StubResponse, for request: RecordedRequest, from place: SourcePlace)
    -> StubResponse
  {
    var response = response
    if response.takesRequestedType {
      response = response.changed { _, headers, body in
        // A response without a body is not asked for its type.
        guard !body.isEmpty, let type = requestedType(of: request) else { return }
        headers.setDefault(name: "Content-Type", value: type)
      }
    }
    guard let value = response.value else { return response }
    let number = given.withLock { given in
      given.append(Given(value: value, place: place))
      return given.count - 1
    }
    response.value = nil
    return response.header(Self.field, "\(number)")
  }

  private func requestedType(of request: RecordedRequest) -> String? {
    let rule = records.request(sentAs: request)?.description.validation.contentType ?? contentType
    let types: [String] =
      if case .only(let types) = rule { types } else { request.headers["Accept"].map { [$0] } ?? [] }
    let type = types.lazy.flatMap { $0.split(separator: ",") }.first { !$0.contains("*") }
    return type.map { $0.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces) }
  }

  /// The value that stands for the body of a response; nil where the body is to be read.
  func value<Value: Sendable>(
    of response: ReceivedResponse, as type: Value.Type
  ) throws(NetworkError) -> Value? {
    guard let number = response.head.headers[Self.field].flatMap({ Int($0) }),
      let given = given.withLock({ $0.indices.contains(number) ? $0[number] : nil })
    else { return nil }
    if let value = given.value.value(as: type) { return value }
    // The chunks of a stream are its body, too.
    if given.value.value(as: [Data].self) != nil { return nil }
    let misuse = StubMisuse(
      """
      The answer to \(response.request.method) \(response.request.url.absoluteString) is of type \
      \(given.value.typeName), but the code under test asked for \(type). The stub is at \(given.place); give it a \
      value of that type, or bytes that the code can read as one.
      """)
    ledger.fail(misuse.description, at: given.place)
    throw NetworkError(.serialization(misuse.description), received: response, underlyingError: misuse)
  }
}

/// Gives the value of a stub, or what the caller's serializer makes of the bytes.
struct StubValueSerializer<Base: ResponseSerializer>: ResponseSerializer {
  let base: Base
  let values: StubValues

  var accept: String? { base.accept }

  func serialize(_ response: ReceivedResponse) throws -> Base.Value {
    guard let value = try values.value(of: response, as: Base.Value.self) else {
      return try ReceivedOutcome(response).result(of: base).get()
    }
    // A download was given a value in place of its file, which is empty.
    if let file = response.fileURL { try? FileManager.default.removeItem(at: file) }
    return value
  }
}
