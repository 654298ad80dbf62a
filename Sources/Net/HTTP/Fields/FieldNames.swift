/// The names of fields, to look for other names among them, ignoring case.
///
/// A few names are compared one after another, which needs no memory. For many it would take quadratic time, and the
/// number of names in a message is up to its sender.
enum FieldNames {
  /// The number of names up to which they are compared one after another.
  static let few = 16

  case few(HTTPHeaders)
  /// The names as fields with empty values, which are compared ignoring case.
  case many(Set<HTTPField>)

  /// The names of these fields.
  init(of headers: HTTPHeaders) {
    guard headers.count > Self.few else {
      self = .few(headers)
      return
    }
    self = .many(Set(headers.lazy.map { HTTPField(name: $0.name, value: "") }))
  }

  init(_ names: [String]) { self.init(of: HTTPHeaders(names.lazy.map { HTTPField(name: $0, value: "") })) }

  func contains(_ name: String) -> Bool {
    switch self {
    case .few(let headers): headers.contains(name)
    case .many(let names): names.contains(HTTPField(name: name, value: ""))
    }
  }
}

extension HTTPHeaders {
  /// Removes all fields with one of the names.
  mutating func remove(names: [String]) {
    guard names.count > FieldNames.few else {
      for name in names { remove(name: name) }
      return
    }
    let (fields, names) = (self, FieldNames(names))
    self = removing { names.contains(fields[$0].name) }
  }
}
