/// The header fields of a message in order.
///
/// Names are compared ignoring case, and repeated fields are kept separate.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "text/plain"]
/// headers.add(name: "Cookie", value: "a=1")
/// headers["accept"]  // "text/plain"
/// ```
///
/// A value with CR, LF or NUL is accepted here and rejected when the request is built
/// (``InvalidRequest/header(name:value:)``), so it is never sent.
public struct HTTPHeaders: Sendable {
  private var fields: [HTTPField]

  /// Creates an empty collection.
  public init() { fields = [] }

  /// Creates a collection of these fields in this order, including repeated ones.
  public init(_ fields: some Sequence<HTTPField>) { self.fields = Array(fields) }

  /// Creates a collection from a dictionary, sorted by name.
  public init(_ dictionary: [String: String]) {
    fields = dictionary.sorted { $0.key < $1.key }.map { HTTPField(name: $0.key, value: $0.value) }
  }

  /// Appends a field, even if there already is one with the same name.
  @inline(never)
  public mutating func add(name: String, value: String) {
    fields.append(HTTPField(name: name, value: value))
  }

  /// Appends a field, even if there already is one with the same name.
  public mutating func add(_ field: HTTPField) { fields.append(field) }

  /// Replaces all fields with the name by one field.
  ///
  /// The new field takes the position of the first one; if there is none, it is appended.
  public mutating func update(name: String, value: String) {
    guard let first = firstIndex(of: name) else { return add(name: name, value: value) }
    fields[first] = HTTPField(name: name, value: value)
    let rest = fields.index(after: first)
    fields[rest...].removeAll { $0.isNamed(name) }
  }

  /// Replaces all fields with the name of this field by this field.
  public mutating func update(_ field: HTTPField) { update(name: field.name, value: field.value) }

  /// Appends a field unless there already is one with the same name.
  public mutating func setDefault(name: String, value: String) {
    if !contains(name) { add(name: name, value: value) }
  }

  /// Removes all fields with the name.
  @inline(never)
  public mutating func remove(name: String) { fields.removeAll { $0.isNamed(name) } }

  /// Returns the values of all fields with the name.
  @inline(never)
  public func values(for name: String) -> [String] {
    var values: [String] = []
    var next = firstIndex(of: name)
    while let index = next {
      values.append(fields[index].value)
      next = firstIndex(of: name, from: index + 1)
    }
    return values
  }

  /// Returns whether a field with the name exists.
  public func contains(_ name: String) -> Bool { firstIndex(of: name) != nil }

  /// Returns the value of the first field with the name.
  package func firstValue(for name: String) -> String? { firstIndex(of: name).map { fields[$0].value } }

  /// Returns the value of the field at an index; nil if the index is negative.
  func value(at index: Int) -> String? { index < 0 ? nil : fields[index].value }

  /// Returns what the subscript does for a name in lower case, in one pass over the names.
  func value(ofName name: StaticString) -> String? {
    var found: Int?
    let length = name.utf8CodeUnitCount
    for index in fields.indices where fields[index].name.utf8.count == length {
      var other = fields[index].name
      // The bytes are valid during the closure.
      guard other.withUTF8({ unsafe $0.span.isName(name) }) else { continue }
      guard found == nil else { return self["\(name)"] }
      found = index
    }
    return found.map { fields[$0].value }
  }

  /// Calls the closure with the index and the name of each field.
  func forEachName(_ body: (_ index: Int, _ name: Span<UInt8>) -> Void) {
    for index in fields.indices {
      var name = fields[index].name
      // The bytes are valid during the closure.
      name.withUTF8 { bytes in body(index, unsafe bytes.span) }
    }
  }

  /// The number of bytes of all names and values.
  var byteCount: Int {
    var count = 0
    for index in fields.indices { count += fields[index].name.utf8.count + fields[index].value.utf8.count }
    return count
  }

  /// Returns the fields without those for which the closure returns true, with capacity for one more.
  func removing(where isRemoved: (_ index: Int) -> Bool) -> HTTPHeaders {
    var kept = HTTPHeaders()
    kept.fields.reserveCapacity(fields.count + 1)
    for index in fields.indices where !isRemoved(index) { kept.fields.append(fields[index]) }
    return kept
  }

  /// Returns the index of the first field with the name, beginning at an index.
  ///
  /// It compares in place, because copying a field out retains it.
  private func firstIndex(of name: String, from start: Int = 0) -> Int? {
    let length = name.utf8.count
    // Most names differ in length.
    for index in start..<fields.count where fields[index].name.utf8.count == length {
      if fields[index].isNamed(name) { return index }
    }
    return nil
  }

  /// The value of the field with the name; nil if there is none.
  ///
  /// Repeated fields are joined with `, ` (RFC 9110 section 5.3). Setting a value replaces all fields with the name;
  /// setting nil removes them.
  ///
  /// Joining `Set-Cookie` fields loses information. Read them with ``values(for:)``.
  public subscript(name: String) -> String? {
    get {
      guard let first = firstIndex(of: name) else { return nil }
      let isRepeated = firstIndex(of: name, from: first + 1) != nil
      return isRepeated ? values(for: name).joined(separator: ", ") : fields[first].value
    }
    set {
      if let newValue { update(name: name, value: newValue) } else { remove(name: name) }
    }
  }

  /// Returns whether both share their storage, and so have the same fields.
  ///
  /// Equal fields may have separate storage.
  package func isIdentical(to other: HTTPHeaders) -> Bool {
    guard fields.count == other.fields.count else { return false }
    return unsafe fields.withUnsafeBufferPointer { fields in
      unsafe other.fields.withUnsafeBufferPointer { unsafe fields.baseAddress == $0.baseAddress }
    }
  }

  /// Reserves capacity for `count` more fields.
  package mutating func reserve(_ count: Int) { fields.reserveCapacity(fields.count + count) }

  /// Returns these fields and those of `other` whose names do not occur here.
  package func merged(over other: HTTPHeaders) -> HTTPHeaders {
    if fields.isEmpty { return other }
    let names = FieldNames(of: self)
    return HTTPHeaders(other.fields.filter { !names.contains($0.name) } + fields)
  }

  /// One value per name; the values of repeated fields are joined.
  package var joinedFields: [String: String] {
    if let fields = distinctFields { return fields }
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

  /// The fields by their names, if they are few and no name is repeated, as in most requests.
  ///
  /// Comparing few names costs less than folding and hashing them.
  private var distinctFields: [String: String]? {
    guard fields.count <= 16 else { return nil }
    var distinct = [String: String](minimumCapacity: fields.count)
    for (index, field) in fields.enumerated() {
      guard firstIndex(of: field.name, from: index + 1) == nil,
        distinct.updateValue(field.value, forKey: field.name) == nil
      else { return nil }
    }
    return distinct
  }
}

/// A header field: a name and a value.
public struct HTTPField: Sendable, Hashable {
  /// The name as written.
  ///
  /// It is compared ignoring case.
  public var name: String
  /// The value.
  public var value: String

  /// Creates a field.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Returns whether the field has the name, ignoring case (RFC 9110 section 5.1).
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

  /// Returns whether the values have the same code points and the names are equal ignoring case.
  public static func == (left: HTTPField, right: HTTPField) -> Bool {
    left.isNamed(right.name) && left.value.hasCodePoints(of: right.value)
  }

  /// Hashes the value and the name ignoring case.
  @inline(never)
  public func hash(into hasher: inout Hasher) {
    HeaderSyntax.folded(name).hashCodePoints(into: &hasher)
    value.hashCodePoints(into: &hasher)
  }
}

extension HTTPHeaders: Hashable, RandomAccessCollection {
  /// The index of the first field.
  public var startIndex: Int { fields.startIndex }
  /// The index after the last field.
  public var endIndex: Int { fields.endIndex }
  /// The field at an index.
  public subscript(position: Int) -> HTTPField { fields[position] }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  /// Creates a collection from a literal, in order, including repeated fields.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { HTTPField(name: $0.0, value: $0.1) }
  }

  /// Creates a collection from a literal, in order, including repeated fields.
  public init(arrayLiteral elements: HTTPField...) { fields = elements }
}
