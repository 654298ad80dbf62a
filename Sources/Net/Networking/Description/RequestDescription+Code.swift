import Foundation

extension RequestDescription {
  /// Removes the caller's code, which has no effect after the end and may hold the request.
  ///
  /// The decoder stays, because the response may still be decoded. A content that needs removed code cannot be encoded
  /// again, rather than being encoded differently.
  ///
  /// - `isInspected`: Whether interceptors, content and encoder stay, for a test to inspect.
  /// It returns the description before; nil if there is no such code.
  package mutating func removeCode(isInspected: Bool = false) -> RequestDescription? {
    let content = isInspected ? nil : content?.withoutCode
    let removesEncoder = !isInspected && encoder != nil
    let removesInterceptors = !isInspected && !interceptors.isEmpty
    guard
      destination.hasCode || !validation.custom.isEmpty || removesInterceptors
        || redirects?.modification != nil || content != nil || removesEncoder
    else { return nil }
    let former = self
    if destination.hasCode { destination = .memory }
    validation.custom = []
    if removesInterceptors { interceptors = [] }
    redirects?.modification = nil
    if let content { self.content = content }
    if removesEncoder { encoder = RemovedEncoder() }
    return former
  }
}

extension BodyDestination {
  /// Whether it has code of the caller.
  fileprivate var hasCode: Bool {
    switch self {
    case .memory: false
    case .file(let destination): destination.isCustom
    case .consumer: true
    }
  }
}

extension RequestContent {
  /// The content without closures of the caller; nil if it has none.
  fileprivate var withoutCode: RequestContent? {
    switch self {
    case .stream(let stream, let contentType): .stream(stream.withoutCode, contentType: contentType)
    case .multipart(let form): form.parts.contains { $0.source.isStream } ? .multipart(form.withoutCode) : nil
    case .data, .json, .encodable, .file: nil
    }
  }
}

extension TransportRequest {
  /// The request without the closure of a body that is a stream.
  var withoutCode: TransportRequest {
    guard hasBody, body.isStream else { return self }
    var request = self
    request.body = body.withoutCode
    return request
  }
}

/// Takes the place of an encoder of the caller after the end of its request.
private struct RemovedEncoder: DataEncoder {
  struct Removed: Error, CustomStringConvertible {
    let description = "the request has ended, and its encoder was released"
  }

  func encode<Value: Encodable>(_ value: Value) throws -> Data { throw Removed() }
}
