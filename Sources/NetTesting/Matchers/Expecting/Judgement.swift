/// The verdict of a matcher on a value.
///
/// The description of the value is created only for a message: most expectations are met, and the text of a
/// value may be long.
struct Judgement {
  enum Kind { case matches, differs, neither }

  let kind: Kind
  private let describe: () -> String

  init(_ kind: Kind, got describe: @autoclosure @escaping () -> String) {
    self.kind = kind
    self.describe = describe
  }

  init(_ verdict: Verdict) {
    switch verdict {
    case .matches(let got): self.init(.matches, got: got)
    case .differs(let got): self.init(.differs, got: got)
    case .neither(let got): self.init(.neither, got: got)
    }
  }

  /// Creates a judgement of a value from whether it matches.
  ///
  /// - `limit`: The maximum number of characters; none if the report compares the texts, and cuts them itself.
  init<Value>(of value: Value, _ isAsExpected: Bool, limit: Int = 300) {
    self.init(isAsExpected ? .matches : .differs, got: excerpt(of: spelling(of: value), limit: limit))
  }

  /// Creates a judgement of an optional value: nil passes neither `to` nor `toNot`.
  init<Value>(on value: Value?, limit: Int = 300, where condition: (Value) -> Bool) {
    guard let value else {
      self.init(.neither, got: "nil")
      return
    }
    self.init(of: value, condition(value), limit: limit)
  }

  /// This judgement, unless the expected value does not equal itself, as NaN does not.
  ///
  /// No value would match, so that `toNot` would say nothing.
  func unlessNothingEquals<Value: Equatable>(_ expected: Value) -> Judgement {
    if expected == expected { return self }
    return Judgement(.neither, got: "\(got); nothing is equal to \(spelling(of: expected))")
  }

  /// This judgement, unless the expected error does not equal itself.
  func unlessNothingEquals(_ expected: any Error) -> Judgement {
    if isEqual(expected, expected) { return self }
    return Judgement(.neither, got: "\(got); nothing is equal to \(spelling(of: expected))")
  }

  /// The actual value as text.
  var got: String { describe() }

  var verdict: Verdict {
    switch kind {
    case .matches: .matches(got: got)
    case .differs: .differs(got: got)
    case .neither: .neither(got: got)
    }
  }
}
