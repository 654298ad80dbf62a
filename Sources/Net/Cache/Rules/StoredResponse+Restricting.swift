extension StoredResponse {
  /// Returns whether a former head of the same response may be used where this one may not: for other requests, without
  /// validation, or for longer.
  func restricts(_ former: StoredResponse) -> Bool {
    isInvalid && !former.isInvalid || facts.vary != former.facts.vary
      || facts.directives != former.facts.directives || facts.end < former.facts.end
  }
}
