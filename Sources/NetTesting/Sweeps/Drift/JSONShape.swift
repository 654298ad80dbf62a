import Net

/// The types of the values in JSON and the presence of its fields, without the values.
struct JSONShape: Sendable, Hashable {
  /// The type of a value.
  enum Kind: String, Sendable, Hashable, Comparable {
    case object, array, string, number, bool, null
    /// A secret that was replaced, which may have had any type.
    case hidden = "a redacted value"

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  private struct Field: Sendable, Hashable {
    var kinds: Set<Kind> = []
    /// How many objects have it.
    var count = 0
    /// The path of the objects that can have it; nil for the whole value and for elements.
    var parent: ExactText?
  }

  /// The fields by their paths: `items[].name`; the empty path is the whole value.
  private var fields: [ExactText: Field] = [:]
  /// How many objects there are at each path.
  private var objects: [ExactText: Int] = [:]

  /// Creates the shape that several values have in common.
  init(_ values: [JSONValue]) {
    for value in values { add(value, at: Self.root, in: nil) }
  }

  private static let root = ExactText("")

  private mutating func add(_ value: JSONValue, at path: ExactText, in parent: ExactText?) {
    fields[path, default: Field(parent: parent)].kinds.insert(Self.kind(of: value))
    fields[path]?.count += 1
    switch value {
    case .object(let members):
      objects[path, default: 0] += 1
      for (name, member) in members {
        add(member, at: ExactText(path.text + JSONDifference.step(to: name, from: path.text)), in: path)
      }
    case .array(let elements):
      for element in elements { add(element, at: ExactText("\(path.text)[]"), in: nil) }
    default: break
    }
  }

  private static func kind(of value: JSONValue) -> Kind {
    switch value {
    case .null: .null
    case .bool: .bool
    case .integer, .double: .number
    case .string(let text): text == Redaction.placeholder ? .hidden : .string
    case .array: .array
    case .object: .object
    }
  }

  private func isOptional(_ field: Field) -> Bool {
    field.parent.map { field.count < objects[$0, default: 0] } ?? false
  }

  /// Returns how a newer shape differs, a line for each path.
  ///
  /// A field that only some objects had may be missing. Elements of an array that was empty may have any type.
  ///
  /// - `redacted`: Redacts a path. What follows it is never a value.
  func differences(to new: JSONShape, redacted: (String) -> String) -> [String] {
    let paths = Set(fields.keys).union(new.fields.keys)
    // Paths of the same characters are written so that a reader sees how they differ.
    let twins = Dictionary(grouping: paths, by: \.text).filter { $0.value.count > 1 }
    return paths.sorted().compactMap { path in
      difference(from: fields[path], to: new.fields[path], in: new).map {
        let shown = twins[path.text] == nil ? path.text : path.text.printedASCII
        return "\(shown.isEmpty ? "body" : "body at \(redacted(shown))"): \($0)"
      }
    }
  }

  private func difference(from old: Field?, to new: Field?, in shape: JSONShape) -> String? {
    guard let old else {
      // What is in a new object or array is not repeated.
      guard let new, let parent = new.parent, objects[parent] != nil else { return nil }
      return "is new, \(Self.words(new.kinds))"
    }
    guard let new else {
      guard let parent = old.parent, shape.objects[parent] != nil, !isOptional(old) else { return nil }
      return "was \(Self.words(old.kinds)), is missing"
    }
    // The service may be another cassette, whose values are redacted, too.
    if !old.kinds.contains(.hidden), !new.kinds.contains(.hidden), !new.kinds.isSubset(of: old.kinds) {
      return "was \(Self.words(old.kinds)), is \(Self.words(new.kinds))"
    }
    return shape.isOptional(new) && !isOptional(old)
      ? "was always present, is missing in \(shape.objects[new.parent ?? Self.root, default: 0] - new.count) of "
        + "\(shape.objects[new.parent ?? Self.root, default: 0])"
      : nil
  }

  private static func words(_ kinds: Set<Kind>) -> String {
    kinds.sorted().map(\.rawValue).joined(separator: " or ")
  }
}
