extension JSONSecrets {
  /// What a member says about the members next to it, as in `{"name": "password", "value": "…"}`.
  enum Role {
    /// It names the value.
    case name
    /// It is the value.
    case value

    init?(of name: String) {
      guard name.utf8.count <= 20 else { return nil }
      var folded = name.lowercased()
      if folded.utf8.contains(where: { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }) {
        folded.removeAll { $0 == "_" || $0 == "-" }
      }
      if Self.names.contains(folded) {
        self = .name
      } else if Self.values.contains(folded) {
        self = .value
      } else {
        return nil
      }
    }

    /// Those of lists of pairs, JSON Patch (RFC 6902), CloudFormation, and the errors of validators.
    private static let names: Set<String> = [
      "attribute", "field", "fieldname", "header", "headername", "id", "key", "loc", "name", "param",
      "parameter", "parameterkey", "parametername", "path", "property", "propertyname", "variable",
    ]
    private static let values: Set<String> = [
      "attemptedvalue", "currentvalue", "default", "defaultvalue", "input", "parametervalue", "rejectedvalue",
      "stringvalue", "val", "value", "values",
    ]
  }
}

extension Redaction {
  /// Returns the verdict on a value whose name is a value, too, as in lists of members or header fields.
  func verdict(onNamed name: String) -> SecretName.Verdict {
    // A member is rarely named with a hyphen, and most header fields are.
    let isHeader = name.utf8.contains(UInt8(ascii: "-")) || !readsNames
    return max(verdict(onMember: name), isHeader ? verdict(onHeader: name) : .shown)
  }
}
