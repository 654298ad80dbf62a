/// A member of a mock and how it is used: a property that is read or set, or a function.
///
/// A property and a function of the same name are two members.
public struct MockMember: Sendable, Hashable {
  /// How a member is used.
  public enum Kind: Sendable, Hashable {
    /// A property is read.
    case get
    /// A property is set.
    case set
    /// A function is called.
    case call
  }

  /// How it is used.
  public var kind: Kind
  /// Its name, without labels.
  public var name: String

  /// Creates a member.
  public init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }
}

extension MockMember {
  /// The use of the member with these arguments, as code: `baz(buz: 3)`, `foo = "x"`, `foo`.
  func text(_ arguments: [(label: String, text: String)]) -> String {
    switch kind {
    case .get: return name
    case .set: return "\(name) = \(arguments.first?.text ?? "…")"
    case .call:
      let list = arguments.map { $0.label.isEmpty ? $0.text : "\($0.label): \($0.text)" }
      return "\(name)(\(list.joined(separator: ", ")))"
    }
  }

  /// The use of the member with arguments that match.
  func text(_ labels: [String], _ matchers: [ErasedArgumentMatcher]) -> String {
    text(zip(labels, matchers.map(\.description)).map { (label: $0, text: $1) })
  }

  /// The past participle of its use.
  var participle: String {
    switch kind {
    case .get: "read"
    case .set: "set"
    case .call: "called"
    }
  }

  /// A noun for it: "the property foo".
  var noun: String {
    switch kind {
    case .get: "the property \(name)"
    case .set: "the setting of the property \(name)"
    case .call: "the function \(name)"
    }
  }
}
