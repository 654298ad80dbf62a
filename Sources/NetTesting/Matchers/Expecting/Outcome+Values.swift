/// Properties for `#expect` and `#require` of Swift Testing, and for `XCTAssert…`. The outcome may be optional; nil is
/// neither a success nor a failure.
extension OutcomeConvertible {
  /// Whether it is a success.
  ///
  /// ```swift
  /// #expect(user.event.isSuccess)
  /// ```
  public var isSuccess: Bool {
    if case .success = outcome { true } else { false }
  }

  /// Whether it is a failure.
  ///
  /// ```swift
  /// #expect(user.event.isFailure)
  /// ```
  public var isFailure: Bool {
    if case .failure = outcome { true } else { false }
  }

  /// Whether it is the completion of an observable.
  public var isCompleted: Bool {
    if case .completed = outcome { true } else { false }
  }

  /// The value of a success; otherwise nil.
  ///
  /// ```swift
  /// let user = try #require(user.event.value)
  /// ```
  public var value: Success? {
    if case .success(let value) = outcome { value } else { nil }
  }

  /// The error of a failure; otherwise nil.
  ///
  /// ```swift
  /// #expect(user.event.error is LoginError)
  /// ```
  public var error: Failure? {
    if case .failure(let error) = outcome { error } else { nil }
  }
}

extension OutcomeConvertible {
  /// The judgement of a matcher on outcomes: nil passes neither `to` nor `toNot`.
  func judgement(limit: Int = 300, _ matches: (Outcome<Success, Failure>) -> Bool) -> Judgement {
    guard let outcome else { return Judgement(.neither, got: "nil") }
    return Judgement(
      matches(outcome) ? .matches : .differs, got: NetTesting.spelling(of: outcome, limit: limit))
  }
}
