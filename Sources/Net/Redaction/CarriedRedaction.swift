/// The redaction of a session as its requests, responses and errors carry it, so that their descriptions use it.
///
/// It does not take part in equality: values that differ only in it are equal.
package struct CarriedRedaction: Sendable, Hashable {
  /// Nil means ``Redaction/standard``.
  package var value: Redaction?

  package init(_ value: Redaction? = nil) { self.value = value }

  package static func == (left: CarriedRedaction, right: CarriedRedaction) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
