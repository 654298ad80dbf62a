/// The header fields of a message, in order, names compared without case, repeated fields kept apart.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "text/plain"]
/// headers.add(name: "Cookie", value: "a=1")
/// headers["accept"]  // "text/plain"
/// ```
///
/// A value with CR, LF or NUL is accepted here and refused when the request is built
/// (``InvalidRequest/header(name:value:)``), so that it is never sent.
public struct HTTPHeaders: Sendable {
  private var fields: [HTTPField]

  /// No headers.
  public init() { fields = [] }

  /// These fields, in order, repeated ones kept.
  public init(_ fields: some Sequence<HTTPField>) { self.fields = Array(fields) }

  /// The fields of a dictionary, sorted by name.
  public init(_ dictionary: [String: String]) {
    fields = dictionary.sorted { $0.key < $1.key }.map { HTTPField(name: $0.key, value: $0.value) }
  }

  /// Appends a field, also when there is one of the name.
  public mutating func add(name: String, value: String) {
    fields.append(HTTPField(name: name, value: value))
  }

  /// Appends a field, also when there is one of the name.
  public mutating func add(_ field: HTTPField) { fields.append(field) }

  /// Sets the one value of a name: the first field of the name keeps its place, others of it go.
  public mutating func update(name: String, value: String) {
    guard let first = firstIndex(of: name) else { return add(name: name, value: value) }
    fields[first] = HTTPField(name: name, value: value)
    let rest = fields.index(after: first)
    fields[rest...].removeAll { $0.isNamed(name) }
  }

  /// Sets the one value of a name.
  public mutating func update(_ field: HTTPField) { update(name: field.name, value: field.value) }

  /// Sets the value unless there is a field of the name.
  public mutating func setDefault(name: String, value: String) {
    if !contains(name) { add(name: name, value: value) }
  }

  /// Removes all fields of the name.
  public mutating func remove(name: String) { fields.removeAll { $0.isNamed(name) } }

  /// The values of a name, each field apart.
  public func values(for name: String) -> [String] {
    fields.lazy.filter { $0.isNamed(name) }.map(\.value)
  }

  /// Whether there is a field of the name.
  public func contains(_ name: String) -> Bool { firstIndex(of: name) != nil }

  /// The value of the first field of a name.
  package func firstValue(for name: String) -> String? { firstIndex(of: name).map { fields[$0].value } }

  /// Where the first field of a name is. It is looked at in its place: taking each out would count its references.
  private func firstIndex(of name: String) -> Int? {
    let length = name.utf8.count
    // Most names differ in their length.
    for index in fields.indices where fields[index].name.utf8.count == length {
      if fields[index].isNamed(name) { return index }
    }
    return nil
  }

  /// The value of a name: repeated fields joined with `, ` (RFC 9110 section 5.3). Setting nil removes it.
  ///
  /// `Set-Cookie` cannot be joined without loss; read it with ``values(for:)``.
  public subscript(name: String) -> String? {
    get {
      let values = values(for: name)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      if let newValue { update(name: name, value: newValue) } else { remove(name: name) }
    }
  }

  /// Makes room for so many more fields, at once.
  package mutating func reserve(_ count: Int) { fields.reserveCapacity(fields.count + count) }

  /// These headers, with those of the other whose names are not among these.
  package func merged(over other: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(other.fields.filter { !contains($0.name) } + fields)
  }

  /// One value a name, repeated fields joined.
  package var joinedFields: [String: String] {
    var joined: [String: String] = [:]
    var names: [String: String] = [:]
    for field in fields {
      let folded = HeaderSyntax.folded(field.name)
      let name = names[folded, default: field.name]
      names[folded] = name
      joined[name] = joined[name].map { "\($0), \(field.value)" } ?? field.value
    }
    return joined
  }
}

/// One header field: a name and a value.
public struct HTTPField: Sendable, Hashable {
  /// The name as written; compared without case.
  public var name: String
  /// The value.
  public var value: String

  /// Makes a field.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Whether the field has the name, case aside (RFC 9110 section 5.1).
  package func isNamed(_ other: String) -> Bool {
    let (left, right) = (name.utf8, other.utf8)
    guard left.count == right.count else { return false }
    let isSame = unsafe left.withContiguousStorageIfAvailable { left in
      unsafe right.withContiguousStorageIfAvailable { right in
        for index in left.indices where unsafe !Self.isSame(left[index], right[index]) { return false }
        return true
      }
    }
    return (isSame ?? nil) ?? zip(left, right).allSatisfy(Self.isSame)
  }

  private static func isSame(_ left: UInt8, _ right: UInt8) -> Bool {
    left == right || (left | 0x20 == right | 0x20 && left | 0x20 >= 0x61 && left | 0x20 <= 0x7a)
  }

  /// Two fields are equal when their names are, case aside, and their values are.
  public static func == (left: HTTPField, right: HTTPField) -> Bool {
    left.isNamed(right.name) && left.value == right.value
  }

  /// Hashes the name without its case, and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(HeaderSyntax.folded(name))
    hasher.combine(value)
  }
}

extension HTTPHeaders: Hashable, RandomAccessCollection {
  /// The position of the first field.
  public var startIndex: Int { fields.startIndex }
  /// The position past the last field.
  public var endIndex: Int { fields.endIndex }
  /// The field at a position.
  public subscript(position: Int) -> HTTPField { fields[position] }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  /// The fields of a literal, in order, repeated ones kept.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { HTTPField(name: $0.0, value: $0.1) }
  }

  /// The fields of a literal, in order, repeated ones kept.
  public init(arrayLiteral elements: HTTPField...) { fields = elements }
}

extension HTTPHeaders: CustomStringConvertible {
  /// A line for each field, without what ``Redaction/standard`` hides.
  public var description: String { fields.map(\.description).joined(separator: "\n") }
}

extension HTTPField: CustomStringConvertible {
  /// The name and the value, unless ``Redaction/standard`` hides it.
  public var description: String {
    "\(name): \(Redaction.standard.hides(headerName: name) ? Redaction.placeholder : value)"
  }
}
