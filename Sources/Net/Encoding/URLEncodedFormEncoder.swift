/// Encodes any `Encodable` value as `key=value&key=value`: the text of a query or a form.
///
/// Use it where the parameters have a type of their own; for those that have none there is ``URLEncoding``,
/// which spells the same.
///
/// ```swift
/// struct Search: Encodable { var q: String, tags: [String] }
/// let text = try URLEncodedFormEncoder().encode(Search(q: "a b", tags: ["x"]))  // q=a%20b&tags%5B%5D=x
/// network.get(url, parameters: Search(q: "a b", tags: []), encoder: .urlEncodedForm)
/// ```
///
/// The members of a type come in the order in which it encodes them, those of a dictionary sorted by key; the
/// keys of a dictionary are data and stay as they are, whatever ``keyEncoding`` says. Empty arrays, dictionaries
/// and types say nothing. The value must be a keyed one at its top: a type with members, or a dictionary.
public struct URLEncodedFormEncoder: Sendable {
  /// How the key of an array's element is spelled.
  public var arrayEncoding: URLEncoding.ArrayEncoding
  /// How truth values are spelled.
  public var boolEncoding: URLEncoding.BoolEncoding
  /// What becomes of nil.
  public var nilEncoding: URLEncoding.NilEncoding
  /// How the key of a nested member is spelled.
  public var keyPathEncoding: URLEncoding.KeyPathEncoding
  /// How the names of members are spelled.
  public var keyEncoding: KeyEncoding
  /// How spaces are spelled.
  public var spaceEncoding: URLEncoding.SpaceEncoding
  /// How dates are spelled.
  public var dateEncoding: DateEncoding
  /// How bytes are spelled.
  public var dataEncoding: DataEncoding
  /// What the values being encoded can ask for.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Makes an encoder.
  public init(
    arrayEncoding: URLEncoding.ArrayEncoding = .brackets,
    boolEncoding: URLEncoding.BoolEncoding = .numeric, nilEncoding: URLEncoding.NilEncoding = .dropKey,
    keyPathEncoding: URLEncoding.KeyPathEncoding = .brackets, keyEncoding: KeyEncoding = .asNamed,
    spaceEncoding: URLEncoding.SpaceEncoding = .percentEscaped,
    dateEncoding: DateEncoding = .deferredToDate, dataEncoding: DataEncoding = .base64
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

  /// The value as `key=value&key=value`, escaped.
  ///
  /// - Throws: ``URLEncodedFormError``, ``ParameterEncodingError``, and what the value and the closures throw.
  public func encode(_ value: some Encodable) throws -> String {
    try urlEncoding(.queryString).string(of: parameters(of: value))
  }

  /// The value as flat parameters: a pair for each scalar, its key the whole path.
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

  /// The same spelling for flat parameters.
  func urlEncoding(_ destination: URLEncoding.Destination) -> URLEncoding {
    URLEncoding(
      destination: destination, boolEncoding: boolEncoding, nilEncoding: nilEncoding,
      spaceEncoding: spaceEncoding, dateEncoding: dateEncoding, dataEncoding: dataEncoding)
  }

  private func append(_ node: FormNode, key: String?, to parameters: inout Parameters) throws {
    switch node.content {
    case .nothing: break
    case .mixed: throw URLEncodedFormError.mixedContainers(key ?? "")
    case .scalar(let value): parameters.append(key ?? "", value)
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        try append(element, key: arrayEncoding.key(key ?? "", index), to: &parameters)
      }
    case .members(let members):
      let ordered = node.isDictionary ? members.sorted { $0.key < $1.key } : members
      for member in ordered {
        let path = key.map { keyPathEncoding.key($0, member.key) } ?? member.key
        try append(member.node, key: path, to: &parameters)
      }
    }
  }
}

/// Why a value could not be encoded as a form.
public enum URLEncodedFormError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The value has no keys at its top: it is a scalar, an array or nil. The name of its type.
  case topLevelNotKeyed(String)
  /// The value at this key path asked for containers of two kinds.
  case mixedContainers(String)

  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .topLevelNotKeyed(let type):
      "a value of type \(type) has no keys of its own, which the top of a form needs"
    case .mixedContainers(let path): "the value at \"\(path)\" encoded itself into containers of two kinds"
    }
  }
}
