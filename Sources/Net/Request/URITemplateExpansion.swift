public import Foundation

/// A ``URITemplate`` together with its values: what a request is made with.
///
/// ```swift
/// network.get(repositories.with(["username": "trentm"]))
/// network.get(URITemplate.expanding("/users/{username}", ["username": "trentm"]))
/// ```
///
/// It is expanded when the request starts. What goes wrong there, a malformed template too, fails the request
/// with ``InvalidRequest/url(_:)`` and the ``URITemplateError`` underneath; nothing is sent.
public struct URITemplateExpansion: URLConvertible, CustomStringConvertible {
  /// The template as it was written.
  public let description: String
  private let template: Result<URITemplate, URITemplateError>
  private let values: Parameters

  init(text: String, template: Result<URITemplate, URITemplateError>, values: Parameters) {
    description = text
    self.template = template
    self.values = values
  }

  /// The URL, which may be relative.
  ///
  /// - Throws: ``URITemplateError``, or ``InvalidRequest/url(_:)`` when what it expands to is no URL.
  public func asURL() throws -> URL { try template.get().expand(values).asURL() }
}

extension URITemplate {
  /// The template with these values, for a request.
  ///
  /// ```swift
  /// network.get(repositories.with(["username": "trentm"]))
  /// ```
  public func with(_ values: Parameters) -> URITemplateExpansion {
    URITemplateExpansion(text: text, template: .success(self), values: values)
  }

  /// A template and its values at once, for a request; a malformed template fails the request.
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
