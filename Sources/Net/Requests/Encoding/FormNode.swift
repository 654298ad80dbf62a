import Foundation

/// A value that is being encoded into a form: a node of the tree that the encoding containers fill.
///
/// It is used within one call of the encoder, on one thread.
final class FormNode {
  enum Content {
    case nothing
    case scalar(ParameterValue)
    case list([FormNode])
    case members([Member])
    case mixed
  }

  /// A member of a keyed container.
  struct Member {
    /// The key of the type, which is unique within the container.
    let name: String
    /// The key as it is sent, which another member may have, too.
    let key: String
    var node: FormNode
  }

  private(set) var content = Content.nothing
  /// Whether the keys are data and have no order.
  private(set) var isDictionary = false

  /// Whether the value may be the top level of a form.
  ///
  /// A type without members encodes nothing and is allowed.
  var isKeyed: Bool {
    switch content {
    case .nothing, .members, .mixed: true
    case .scalar, .list: false
    }
  }

  var count: Int { if case .list(let elements) = content { elements.count } else { 0 } }

  func set(_ value: ParameterValue) {
    switch content {
    case .nothing, .scalar: content = .scalar(value)
    default: content = .mixed
    }
  }

  func becomeKeyed() {
    switch content {
    case .nothing: content = .members([])
    case .members: break
    default: content = .mixed
    }
  }

  func becomeList() {
    switch content {
    case .nothing: content = .list([])
    case .list: break
    default: content = .mixed
    }
  }

  /// Adds a member and returns its node.
  ///
  /// A member with the same name exists if a type encodes it twice, or a class and its superclass encode it. A value
  /// replaces it; a container adds to it, as with Foundation's encoders.
  func member(_ name: String, key: String, isContainer: Bool) -> FormNode {
    let node = FormNode()
    guard case .members(var members) = content else { return node }
    if let index = members.firstIndex(where: { $0.name == name }) {
      if isContainer { return members[index].node }
      members[index].node = node
    } else {
      members.append(Member(name: name, key: key, node: node))
    }
    content = .members(members)
    return node
  }

  /// Appends an element and returns its node.
  func element() -> FormNode {
    let node = FormNode()
    guard case .list(let elements) = content else { return node }
    content = .list(elements + [node])
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
