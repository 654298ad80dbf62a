import Foundation

/// A value that is being encoded into a form: a node of the tree that the encoding containers fill.
///
/// It is used within one call of the encoder, on one thread.
final class FormNode {
  enum Kind { case nothing, scalar(ParameterValue), list, members, mixed }

  /// A member of a keyed container.
  struct Member {
    /// The key as it is sent, which another member may have, too.
    let key: String
    var node: FormNode
    /// Whether the key is that of a dictionary: it is data, and has no order.
    let isOfDictionary: Bool
  }

  private(set) var kind = Kind.nothing
  // Not in the kind, so that an element is appended in place.
  private(set) var elements: [FormNode] = []
  private(set) var members: [Member] = []
  private var positions: [ExactText: Int] = [:]

  /// The members in the order in which the type encodes them, those of a dictionary sorted by key.
  ///
  /// A type that encodes members and then a dictionary has both.
  var orderedMembers: [Member] {
    var ordered: [Member] = []
    var rest = members[...]
    while let first = rest.first {
      let run = rest.prefix { $0.isOfDictionary == first.isOfDictionary }
      ordered += first.isOfDictionary ? run.sorted(byCodePointsOf: \.key) : Array(run)
      rest = rest[run.endIndex...]
    }
    return ordered
  }

  /// Whether the value may be the top level of a form.
  ///
  /// A type without members encodes nothing and is allowed.
  var isKeyed: Bool {
    switch kind {
    case .nothing, .members, .mixed: true
    case .scalar, .list: false
    }
  }

  func set(_ value: ParameterValue) {
    switch kind {
    case .nothing, .scalar: kind = .scalar(value)
    default: kind = .mixed
    }
  }

  func becomeKeyed() {
    switch kind {
    case .nothing: kind = .members
    case .members: break
    default: kind = .mixed
    }
  }

  func becomeList() {
    switch kind {
    case .nothing: kind = .list
    case .list: break
    default: kind = .mixed
    }
  }

  /// Adds a member and returns its node.
  ///
  /// A member with the same name exists if a type encodes it twice, or a class and its superclass encode it. A value
  /// replaces it; a container adds to it, as with Foundation's encoders.
  func member(_ name: String, key: String, isOfDictionary: Bool, isContainer: Bool) -> FormNode {
    let node = FormNode()
    guard case .members = kind else { return node }
    let known = ExactText(name)
    if let index = positions[known] {
      if isContainer { return members[index].node }
      members[index].node = node
    } else {
      positions[known] = members.count
      members.append(Member(key: key, node: node, isOfDictionary: isOfDictionary))
    }
    return node
  }

  /// Appends an element and returns its node.
  func element() -> FormNode {
    let node = FormNode()
    guard case .list = kind else { return node }
    elements.append(node)
    return node
  }

  func encode<Value: Encodable>(
    _ value: Value, path: [any CodingKey], options: URLEncodedFormEncoder
  ) throws {
    if let scalar = Self.scalar(value) { return set(scalar) }
    try value.encode(to: FormValueEncoder(node: self, codingPath: path, options: options))
  }

  /// Returns the value of a type that is encoded directly, whatever its `encode(to:)` does.
  private static func scalar(_ value: any Encodable) -> ParameterValue? {
    switch value {
    case let value as Bool: .bool(value)
    case let value as String: .string(value)
    case let value as any FixedWidthInteger: integer(value)
    case let value as Double: .double(value)
    case let value as Float: value.parameterValue
    case let value as Date: .date(value)
    case let value as Data: .data(value)
    case let value as URL: .string(value.absoluteString)
    case let value as Decimal: value.isNaN ? .double(.nan) : .string(value.description)
    default: nil
    }
  }

  private static func integer(_ value: any FixedWidthInteger) -> ParameterValue {
    if let signed = Int64(exactly: value) { return .integer(signed) }
    return UInt64(exactly: value).map(ParameterValue.unsigned) ?? .string("\(value)")
  }
}

/// The type of the keys with which a dictionary encodes itself.
///
/// It is private to the standard library, and tells a dictionary from other types even where one encodes itself as its
/// dictionary: `try values.encode(to: encoder)`.
enum DictionaryKeys {
  static func isType(_ type: any CodingKey.Type) -> Bool { ObjectIdentifier(type) == found }

  private static let found: ObjectIdentifier? = {
    let probe = Probe()
    try? [String: Int]().encode(to: probe)
    return probe.found
  }()

  private final class Probe: Encoder {
    private(set) var found: ObjectIdentifier?
    private let base = FormValueEncoder(node: FormNode(), codingPath: [], options: URLEncodedFormEncoder())

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      found = ObjectIdentifier(type)
      return base.container(keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { base.unkeyedContainer() }

    func singleValueContainer() -> any SingleValueEncodingContainer { base.singleValueContainer() }
  }
}
