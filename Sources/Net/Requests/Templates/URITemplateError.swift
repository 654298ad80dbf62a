public import Foundation

/// An error in parsing or expanding a ``URITemplate``.
///
/// ```swift
/// do {
///   _ = try URITemplate("/users/{username")
/// } catch .malformed(let flaw, let position) {
///   print(flaw, position)  // unclosed 7
/// }
/// ```
public enum URITemplateError: Error, Sendable, Hashable {
  /// The template violates the grammar of RFC 6570 section 2 at the position, counted in Unicode scalars from 0.
  case malformed(Flaw, position: Int)
  /// The variable has a prefix modifier, which is not allowed for a list or dictionary (RFC 6570 section 2.4.1).
  case prefixOfComposite(variable: String)
  /// The variable's list or dictionary contains another one, which RFC 6570 does not support.
  case nestedComposite(variable: String)
  /// The variable's date or bytes cannot be formatted, or its number is not finite.
  case unspellable(variable: String)
  /// The variable's value turns a whole path segment into `.` or `..`, which would change the path when the URL is
  /// resolved (RFC 3986 section 5.2.4). The segment is in its expanded form, for example `%2E%2E`.
  case dotSegment(_ segment: String, variable: String)
  /// The value of the variable, often an empty one, makes the text begin with `//`, so that what follows would be the
  /// host (RFC 3986 section 4.2).
  case host(variable: String)

  /// A syntax error in a template.
  public enum Flaw: Sendable, Hashable {
    /// An opening brace without a closing one.
    case unclosed
    /// A closing brace without an opening one.
    case unopened
    /// A character, or a percent sign without two hexadecimal digits, that a literal must not contain.
    case literal
    /// An operator that is reserved for future versions: one of `= , ! @ |`.
    case operatorReserved
    /// A missing name, or a character that a name must not contain.
    case name
    /// A prefix that is not a number from 1 to 9999.
    case prefix
  }
}

extension URITemplateError: CustomStringConvertible {
  /// The error as text.
  public var description: String {
    switch self {
    case .malformed(let flaw, let position): "the template is malformed at \(position): \(flaw.words)"
    case .prefixOfComposite(let variable):
      "\"\(variable)\" is a list or dictionary, which must not have a prefix"
    case .nestedComposite(let variable): "\"\(variable)\" contains a list or dictionary inside another"
    case .unspellable(let variable):
      "a date or bytes in \"\(variable)\" cannot be formatted, or a number is not finite"
    case .dotSegment(let segment, let variable):
      "the value of \"\(variable)\" turns a path segment into \"\(segment)\", which would change the path"
    case .host(let variable):
      "the value of \"\(variable)\" makes the text begin with //, so that what follows would be the host"
    }
  }
}

extension URITemplateError.Flaw {
  fileprivate var words: String {
    switch self {
    case .unclosed: "the brace has no closing brace"
    case .unopened: "the brace has no opening brace"
    case .literal: "this character must be escaped in a URI"
    case .operatorReserved: "the operator is reserved"
    case .name: "a variable's name is missing or contains an invalid character"
    case .prefix: "a prefix must be a number from 1 to 9999"
    }
  }
}

/// Logged as text, which contains names of variables and no values.
extension URITemplateError: RedactedError {}

extension URITemplateError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
