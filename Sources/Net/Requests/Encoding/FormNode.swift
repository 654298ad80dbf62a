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
  }

  private(set) var kind = Kind.nothing
  // Not in the kind, so that an element is appended in place.
  private(set) var elements: [FormNode] = []
  private(set) var members: [Member] = []
  private var positions: [ExactText: Int] = [:]
  /// Whether the keys are data and have no order.
  private(set) var isDictionary = false

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
  func member(_ name: String, key: String, isContainer: Bool) -> FormNode {
    let node = FormNode()
    guard case .members = kind else { return node }
    let known = ExactText(name)
    if let index = positions[known] {
      if isContainer { return members[index].node }
      members[index].node = node
    } else {
      positions[known] = members.count
      members.append(Member(key: key, node: node))
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
    if value is any FormDictionary { isDictionary = true }
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

/// Marks `Dictionary`, the only type whose keys are data.
private protocol FormDictionary {}
extension Dictionary: FormDictionary {}
