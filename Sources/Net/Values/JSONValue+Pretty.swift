extension JSONValue {
  /// Appends the value as JSON on several lines, indented by two spaces per level, with sorted keys.
  ///
  /// When the value changes, few lines change.
  package func write(to text: inout String, indentation: String) {
    let inner = indentation + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      text += "["
      for (index, element) in elements.enumerated() {
        text += index == 0 ? "\n\(inner)" : ",\n\(inner)"
        element.write(to: &text, indentation: inner)
      }
      text += "\n\(indentation)]"
    case .object(let members) where !members.isEmpty:
      text += "{"
      for (index, member) in members.sortedMembers.enumerated() {
        text += index == 0 ? "\n\(inner)" : ",\n\(inner)"
        text += "\(JSONValue.string(member.key)): "
        member.value.write(to: &text, indentation: inner)
      }
      text += "\n\(indentation)}"
    default: text += description
    }
  }
}
