public import Foundation

/// A ``URITemplate`` with its values, used as the URL of a request.
///
/// ```swift
/// network.get(repositories.with(["username": "trentm"]))
/// network.get(URITemplate.expanding("/users/{username}", ["username": "trentm"]))
/// ```
///
/// It is expanded when the request starts, with dates and bytes in the format of the session's encoder, or that of the
/// request. An error, including a malformed template, fails the request with
/// ``InvalidRequest/url(_:)`` and the ``URITemplateError`` as the underlying error. Nothing is sent.
public struct URITemplateExpansion: URLConvertible, CustomStringConvertible {
  /// The text of the template.
  public let description: String
  private let template: Result<URITemplate, URITemplateError>
  private let values: Parameters
  /// The format of dates; nil if the session has not given its own yet.
  private var dateEncoding: DateEncoding?
  /// The format of bytes; nil if the session has not given its own yet.
  private var dataEncoding: DataEncoding?

  init(text: String, template: Result<URITemplate, URITemplateError>, values: Parameters) {
    description = text
    self.template = template
    self.values = values
  }

  /// Returns the URL, which may be relative.
  ///
  /// - Throws: ``URITemplateError``, or ``InvalidRequest/url(_:)`` if the expansion is not a URL.
  public func asURL() throws -> URL {
    try template.get().expand(
      values, dateEncoding: dateEncoding ?? .deferredToDate, dataEncoding: dataEncoding ?? .base64
    ).asURL()
  }

  /// Returns the template with the session's formats of dates and bytes.
  func withDefaults(from encoder: any DataEncoder) -> URITemplateExpansion {
    var copy = self
    copy.dateEncoding = .encoded(by: encoder)
    copy.dataEncoding = .encoded(by: encoder)
    return copy
  }
}

extension URITemplate {
  /// Returns the template with these values, for a request.
  ///
  /// ```swift
  /// network.get(repositories.with(["username": "trentm"]))
  /// ```
  public func with(_ values: Parameters) -> URITemplateExpansion {
    URITemplateExpansion(text: text, template: .success(self), values: values)
  }

  /// Returns a template with its values, for a request.
  ///
  /// A malformed template fails the request.
  ///
  /// ```swift
  /// network.get(URITemplate.expanding("/users/{username}", ["username": "trentm"]))
  /// ```
  public static func expanding(_ template: String, _ values: Parameters) -> URITemplateExpansion {
    URITemplateExpansion(
      text: template, template: Result { () throws(URITemplateError) in try URITemplate(template) },
      values: values)
  }
}
