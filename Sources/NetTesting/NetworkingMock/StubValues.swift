import Foundation
import Net

/// The values that a ``NetworkingMock`` responds with.
///
/// The head of a response carries the index of its value, by which the serializer finds it. It also carries
/// the name of its mock, because a cache or a file that several mocks use returns heads of other mocks, too.
final class StubValues: Sendable {
  private struct Given: Sendable {
    var value: any StubValue
    var place: SourcePlace
  }

  private static let field = "NetTesting-Value"
  /// The field of a response to HEAD: a cache also updates the stored response to GET with the fields of such a head
  /// (RFC 9111 section 4.3.5), and must not replace its value.
  private static let fieldOfHead = "NetTesting-Value-Of-Head"

  /// The name of the mock, unique also among processes, because a cache may be on disk.
  private let name = UUID.random().uuidString
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
    return response.header(request.method == .head ? Self.fieldOfHead : Self.field, "\(name)/\(number)")
  }

  /// What the head of a response says about its value.
  private enum Found {
    case nothing
    case given(Given)
    /// A value that another mock has.
    case elsewhere
  }

  private func find(_ field: String, in head: ResponseHead) -> Found {
    guard let mark = head.headers[field] else { return .nothing }
    let parts = mark.split(separator: "/")
    guard parts.count == 2, parts[0] == name, let number = Int(parts[1]) else { return .elsewhere }
    return given.withLock { $0.indices.contains(number) ? .given($0[number]) : .elsewhere }
  }

  private func requestedType(of request: RecordedRequest) -> String? {
    let rule = records.request(sentAs: request)?.description.validation.contentType ?? contentType
    if case .only(let types) = rule { return MediaType.first(of: types) }
    return MediaType.first(of: request.headers.values(for: "Accept"))
  }

  /// Returns the stubbed value of a response; nil if the body must be decoded.
  func value<Value: Sendable>(
    of response: ReceivedResponse, as type: Value.Type
  ) throws(NetworkError) -> Value? {
    // A serializer may pass on the response itself.
    if type == ReceivedResponse.self { return nil }
    let isHead = response.request.method == .head
    if isHead, case .given(let given) = find(Self.fieldOfHead, in: response.head) {
      return try value(of: given, in: response, as: type)
    }
    switch find(Self.field, in: response.head) {
    case .nothing: return nil
    case .given(let given):
      // The cache answers HEAD with the head of a stored response to GET, whose value is not that of HEAD.
      if isHead { return given.value.value(as: type) }
      return try value(of: given, in: response, as: type)
    case .elsewhere:
      // A stub may have a body besides its value.
      guard !isHead, response.data.isEmpty else { return nil }
      throw misuse(
        """
        The response to \(described(response)) has the value of another mock, which was stored or recorded without it: a \
        value has no bytes. Where mocks share a cache or a file, stub bytes, such as .json(…).
        """, at: nil, response)
    }
  }

  private func value<Value: Sendable>(
    of given: Given, in response: ReceivedResponse, as type: Value.Type
  ) throws(NetworkError) -> Value? {
    if let value = given.value.value(as: type) { return value }
    // An array of `Data` is the chunks of a body, which the serializer decodes.
    if !(given.value is EmptyLiteral), given.value.value(as: [Data].self) != nil { return nil }
    if response.isStreamed {
      throw misuse(
        """
        The response to \(described(response)) is of type \(given.value.typeName), but the code under test receives the \
        body in chunks, and a value has no bytes. The stub is at \(given.place); give it bytes, such as .json(…), or an \
        array of `Data`.
        """, at: given.place, response)
    }
    throw misuse(
      """
      The response to \(described(response)) is of type \(given.value.typeName), but the code under test asked for \
      \(type). The stub is at \(given.place); give it a value of that type, or bytes that the code can read as one.
      """, at: given.place, response)
  }

  private func described(_ response: ReceivedResponse) -> String {
    let request = response.request
    return "\(request.method) \((request.carriedRedaction ?? .standard).redacted(request.url))"
  }

  /// Fails the test, and returns the error of the request.
  private func misuse(_ text: String, at place: SourcePlace?, _ response: ReceivedResponse) -> NetworkError {
    let misuse = StubMisuse(text)
    ledger.fail(misuse.description, at: place)
    return NetworkError(.serialization(misuse.description), received: response, underlyingError: misuse)
  }
}

/// Returns the value of a stub; without one, decodes the body with the caller's serializer.
struct StubValueSerializer<Base: ResponseSerializer>: ResponseSerializer {
  let base: Base
  let values: StubValues

  var accept: String? { base.accept }

  func serialize(_ response: ReceivedResponse) throws -> Base.Value {
    guard !(base is any RefusedSerializer), let value = try values.value(of: response, as: Base.Value.self)
    else {
      return try ExchangeOutcome(.success(response)).value(by: base)
    }
    // A value replaces the file of a download, which is empty. After a 304 it is one that was there before.
    if let file = response.fileURL, response.head.status != 304 {
      try? FileManager.default.removeItem(at: file)
    }
    return value
  }
}

extension StubValueSerializer: BodilessSerializer where Base: BodilessSerializer {}
extension StubValueSerializer: RefusedSerializer where Base: RefusedSerializer {}
