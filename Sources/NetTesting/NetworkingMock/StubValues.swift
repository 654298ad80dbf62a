import Foundation
import Net

/// The values that a ``NetworkingMock`` responds with.
///
/// The head of a response carries the index of its value, by which the serializer finds it.
final class StubValues: Sendable {
  private struct Given: Sendable {
    var value: any StubValue
    var place: SourcePlace
  }

  private static let field = "NetTesting-Value"

  private let given = Lock<[Given]>([])
  private let ledger: StubLedger
  private let records: MockRecords
  /// The content type rule of the session.
  private let contentType: ContentTypeRule?

  init(_ ledger: StubLedger, _ records: MockRecords, contentType: ContentTypeRule?) {
    self.ledger = ledger
    self.records = records
    self.contentType = contentType
  }

  /// Replaces the value of a response with its index, and sets the content type that the request accepts.
  func prepare(_ response: StubResponse, for request: RecordedRequest, from place: SourcePlace)
    -> StubResponse
  {
    var response = response
    if response.takesRequestedType {
      response = response.changed { _, headers, body in
        // The content type of a response without a body is not validated.
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

  /// Returns the stubbed value of a response; nil if the body must be decoded.
  func value<Value: Sendable>(
    of response: ReceivedResponse, as type: Value.Type
  ) throws(NetworkError) -> Value? {
    guard let number = response.head.headers[Self.field].flatMap({ Int($0) }),
      let given = given.withLock({ $0.indices.contains(number) ? $0[number] : nil })
    else { return nil }
    if let value = given.value.value(as: type) { return value }
    // An array of `Data` is the chunks of a body, which the serializer decodes.
    if given.value.value(as: [Data].self) != nil { return nil }
    let request = response.request
    let url = (request.carriedRedaction ?? .standard).redacted(request.url)
    let misuse = StubMisuse(
      """
      The response to \(request.method) \(url) is of type \(given.value.typeName), but the code under test asked for \
      \(type). The stub is at \(given.place); give it a value of that type, or bytes that the code can read as one.
      """)
    ledger.fail(misuse.description, at: given.place)
    throw NetworkError(.serialization(misuse.description), received: response, underlyingError: misuse)
  }
}

/// Returns the value of a stub; without one, decodes the body with the caller's serializer.
struct StubValueSerializer<Base: ResponseSerializer>: ResponseSerializer {
  let base: Base
  let values: StubValues

  var accept: String? { base.accept }

  func serialize(_ response: ReceivedResponse) throws -> Base.Value {
    guard let value = try values.value(of: response, as: Base.Value.self) else {
      return try ReceivedOutcome(response).result(of: base).get()
    }
    // A value replaces the file of a download, which is empty.
    if let file = response.fileURL { try? FileManager.default.removeItem(at: file) }
    return value
  }
}
