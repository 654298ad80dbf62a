/// Why a ``URITemplate`` could not be read or expanded.
///
/// ```swift
/// do {
///   _ = try URITemplate("/users/{username")
/// } catch .malformed(let flaw, let position) {
///   print(flaw, position)  // unclosed 7
/// }
/// ```
public enum URITemplateError: Error, Sendable, Hashable {
  /// The template breaks the grammar of RFC 6570 section 2 at the position, counted in Unicode scalars from 0.
  case malformed(Flaw, position: Int)
  /// The variable has a prefix, which a list or a dictionary cannot have (RFC 6570 section 2.4.1).
  case prefixOfComposite(variable: String)
  /// The variable's list or dictionary holds another, for which RFC 6570 has no form.
  case nestedComposite(variable: String)
  /// The variable's date cannot be spelled.
  case unspellable(variable: String)

  /// What is wrong with a template.
  public enum Flaw: Sendable, Hashable {
    /// An opening brace that is never closed.
    case unclosed
    /// A closing brace without an opening one.
    case unopened
    /// A character, or a percent sign without two hexadecimal digits, that a literal cannot hold.
    case literal
    /// An operator that is reserved for later versions: one of `= , ! @ |`.
    case operatorReserved
    /// No name, or a character that a name cannot hold.
    case name
    /// A prefix that is not a number from 1 to 9999.
    case prefix
  }
}

extension URITemplateError: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .malformed(let flaw, let position): "the template is malformed at \(position): \(flaw.words)"
    case .prefixOfComposite(let variable): "\"\(variable)\" is a list or dictionary, which has no prefix"
    case .nestedComposite(let variable): "\"\(variable)\" holds a list or dictionary inside another"
    case .unspellable(let variable): "the value of \"\(variable)\" cannot be spelled"
    }
  }
}

extension URITemplateError.Flaw {
  fileprivate var words: String {
    switch self {
    case .unclosed: "the brace is never closed"
    case .unopened: "the brace was never opened"
    case .literal: "this cannot stand in a URI unescaped"
    case .operatorReserved: "the operator is reserved"
    case .name: "a variable's name is missing, or cannot hold this"
    case .prefix: "a prefix is a number from 1 to 9999"
    }
  }
}
