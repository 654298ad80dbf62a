public import Foundation

/// Encodes any `Encodable` value as `key=value&key=value`, the text of a query or form.
///
/// Use it if the parameters have a type. For parameters without a type use ``URLEncoding``, which has the same format.
///
/// ```swift
/// struct Search: Encodable { var q: String, tags: [String] }
/// let text = try URLEncodedFormEncoder().encode(Search(q: "a b", tags: ["x"]))  // q=a%20b&tags%5B%5D=x
/// network.get(url, parameters: Search(q: "a b", tags: []), encoder: .urlEncodedForm)
/// ```
///
/// Members of a type are encoded in the order in which it encodes them, those of a dictionary sorted by key. Dictionary
/// keys are data and stay unchanged, whatever ``keyEncoding`` is. Empty arrays, dictionaries and types are omitted. The
/// top level must be a type with members or a dictionary.
public struct URLEncodedFormEncoder: Sendable {
  /// The format of keys for array elements.
  public var arrayEncoding: URLEncoding.ArrayEncoding
  /// The format of Booleans.
  public var boolEncoding: URLEncoding.BoolEncoding
  /// The treatment of nil.
  public var nilEncoding: URLEncoding.NilEncoding
  /// The format of keys for nested members.
  public var keyPathEncoding: URLEncoding.KeyPathEncoding
  /// The format of member names.
  ///
  /// Nil, the default, means that of the session's encoder.
  public var keyEncoding: KeyEncoding?
  /// The format of spaces.
  public var spaceEncoding: URLEncoding.SpaceEncoding
  /// The format of dates.
  ///
  /// Nil, the default, means that of the session's encoder.
  public var dateEncoding: DateEncoding?
  /// The format of bytes.
  ///
  /// Nil, the default, means that of the session's encoder.
  public var dataEncoding: DataEncoding?
  /// User info that is available to the values during encoding.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The texts of the session's encoder for numbers that are not finite.
  var nonFinite: NonFiniteTexts?
  /// The strategy of the session's encoder for member names.
  var convertKeys: (@Sendable ([any CodingKey]) -> any CodingKey)?

  /// Creates an encoder.
  public init(
    arrayEncoding: URLEncoding.ArrayEncoding = .brackets,
    boolEncoding: URLEncoding.BoolEncoding = .numeric, nilEncoding: URLEncoding.NilEncoding = .dropKey,
    keyPathEncoding: URLEncoding.KeyPathEncoding = .brackets, keyEncoding: KeyEncoding? = nil,
    spaceEncoding: URLEncoding.SpaceEncoding = .percentEscaped,
    dateEncoding: DateEncoding? = nil, dataEncoding: DataEncoding? = nil
  ) {
    self.arrayEncoding = arrayEncoding
    self.boolEncoding = boolEncoding
    self.nilEncoding = nilEncoding
    self.keyPathEncoding = keyPathEncoding
    self.keyEncoding = keyEncoding
    self.spaceEncoding = spaceEncoding
    self.dateEncoding = dateEncoding
    self.dataEncoding = dataEncoding
  }

  /// Returns the value as `key=value&key=value`, escaped.
  ///
  /// - Throws: ``URLEncodedFormError``, ``ParameterEncodingError``, and the errors of the value and the closures.
  public func encode(_ value: some Encodable) throws -> String {
    try urlEncoding(.queryString).string(of: parameters(of: value))
  }

  /// Returns the value as flat parameters: one pair per scalar, with the full path as its key.
  ///
  /// ```swift
  /// let flat = try URLEncodedFormEncoder().parameters(of: ["a": ["b": 1]])  // a[b]: 1
  /// ```
  public func parameters(of value: some Encodable) throws -> Parameters {
    let root = FormNode()
    try root.encode(value, path: [], options: self)
    guard root.isKeyed else {
      throw URLEncodedFormError.topLevelNotKeyed(String(describing: type(of: value)))
    }
    var parameters = Parameters()
    try append(root, key: nil, to: &parameters)
    return parameters
  }

  /// Returns an encoding with the same format for flat parameters.
  func urlEncoding(_ destination: URLEncoding.Destination) -> URLEncoding {
    var encoding = URLEncoding(
      destination: destination, boolEncoding: boolEncoding, nilEncoding: nilEncoding,
      spaceEncoding: spaceEncoding, dateEncoding: dateEncoding, dataEncoding: dataEncoding)
    encoding.nonFinite = nonFinite
    return encoding
  }

  private func append(_ node: FormNode, key: String?, to parameters: inout Parameters) throws {
    switch node.kind {
    case .nothing: break
    case .mixed: throw URLEncodedFormError.mixedContainers(key ?? "")
    case .scalar(let value): parameters.append(key ?? "", value)
    case .list:
      for (index, element) in node.elements.enumerated() {
        try append(element, key: arrayEncoding.key(key ?? "", index), to: &parameters)
      }
    case .members:
      for member in node.orderedMembers {
        let path = key.map { keyPathEncoding.key($0, member.key) } ?? member.key
        try append(member.node, key: path, to: &parameters)
      }
    }
  }
}

/// An error thrown when a value cannot be encoded as a form.
public enum URLEncodedFormError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The top level has no keys: it is a scalar, an array or nil. The value is the name of its type.
  case topLevelNotKeyed(String)
  /// The value at this key path requested containers of two kinds.
  case mixedContainers(String)

  /// The error as text.
  public var description: String {
    switch self {
    case .topLevelNotKeyed(let type):
      "a value of type \(type) has no keys, which the top level of a form needs"
    case .mixedContainers(let path): "the value at \"\(path)\" encoded itself into containers of two kinds"
    }
  }
}

extension URLEncodedFormError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
