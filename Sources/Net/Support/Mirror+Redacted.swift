extension Mirror {
  /// Creates a mirror of a value with secrets.
  ///
  /// It has only these children.
  package init(redacted subject: some Any, _ children: KeyValuePairs<String, Any>) {
    self.init(subject, children: children, displayStyle: .struct)
  }
}
