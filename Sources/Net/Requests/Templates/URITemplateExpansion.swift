public import Foundation

/// A ``URITemplate`` with its values, used as the URL of a request.
///
/// ```swift
/// network.get(repositories.with(["username": "trentm"]))
/// network.get(URITemplate.expanding("/users/{username}", ["username": "trentm"]))
/// ```
///
/// It is expanded when the request starts. An error, including a malformed template, fails the request with
/// ``InvalidRequest/url(_:)`` and the ``URITemplateError`` as the underlying error. Nothing is sent.
public struct URITemplateExpansion: URLConvertible, CustomStringConvertible {
  /// The text of the template.
  public let description: String
  private let template: Result<URITemplate, URITemplateError>
  private let values: Parameters

  init(text: String, template: Result<URITemplate, URITemplateError>, values: Parameters) {
    description = text
    self.template = template
    self.values = values
  }

  /// Returns the URL, which may be relative.
  ///
  /// - Throws: ``URITemplateError``, or ``InvalidRequest/url(_:)`` if the expansion is not a URL.
  public func asURL() throws -> URL { try template.get().expand(values).asURL() }
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
