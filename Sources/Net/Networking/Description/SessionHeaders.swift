import Foundation

/// The header fields of a session, and the complete fields of a request that adds none.
///
/// These are the same for most requests, so they are built and checked once. The requests also share their storage, by
/// which a transport recognizes fields that it has sent before.
package struct SessionHeaders: Sendable {
  /// The fields of the session.
  let fields: HTTPHeaders
  private let defaults: DefaultHeaders
  private let completed: [(accept: String, fields: HTTPHeaders)]

  /// The `Accept` values of this module's serializers.
  private static let accepts = [anything, "application/json"]
  private static let anything = "*/*"

  package init(_ fields: HTTPHeaders, defaults: DefaultHeaders = .standard) {
    self.fields = fields
    self.defaults = defaults
    let url = URL(filePath: "/")
    completed = Self.accepts.compactMap { accept in
      let all = defaults.completing(fields, accept: accept)
      let request = try? TransportRequest(method: .get, url: url, headers: all).withFieldsValidated()
      return request.map { (accept, $0.headers) }
    }
  }

  /// Adds the default fields that the request lacks, and validates its method and fields.
  ///
  /// Without an `accept` the request accepts everything.
  func complete(_ request: inout TransportRequest, accept: String?) throws(InvalidRequest) {
    let accept = accept ?? Self.anything
    if !request.hasBody, request.headers.isIdentical(to: fields),
      let known = completed.first(where: { $0.accept == accept })
    {
      request.headers = known.fields
      return try request.checkMethod()
    }
    request.headers = defaults.completing(request.headers, accept: accept)
    request = try request.withFieldsValidated()
  }
}

extension DefaultHeaders {
  fileprivate func completing(_ headers: HTTPHeaders, accept: String) -> HTTPHeaders {
    var headers = headers
    headers.reserve(3)
    headers.setDefault(name: "Accept", value: accept)
    if let acceptLanguage { headers.setDefault(name: "Accept-Language", value: acceptLanguage) }
    headers.setDefault(name: "User-Agent", value: userAgent)
    return headers
  }
}
