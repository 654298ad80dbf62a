extension ValidationRules {
  /// Returns the rules.
  ///
  /// The custom ones fail if the exchange has been ended at once in the meantime.
  ///
  /// So nothing follows a rule that cancels its request: no other rule, and no head.
  func until(_ exchange: any Exchange) -> ValidationRules {
    guard !custom.isEmpty else { return self }
    var rules = self
    rules.custom = custom.map { rule in
      { [weak exchange] received in
        try rule(received)
        if exchange?.hasEndedAtOnce == true { throw NetworkError(.cancelled) }
      }
    }
    return rules
  }
}
