/// Matches true.
///
/// Nil passes neither `to` nor `toNot`.
///
/// ```swift
/// expect(names.isCompleted).to(beTrue())
/// ```
public func beTrue() -> Matcher<Bool?> { Matcher(describing: "true") { Judgement(on: $0) { $0 } } }

/// Matches true.
public func beTrue() -> Matcher<Bool> { equal(true) }

/// Matches false.
///
/// Nil passes neither `to` nor `toNot`.
///
/// ```swift
/// expect(names.isDisposed).to(beFalse())
/// ```
public func beFalse() -> Matcher<Bool?> { Matcher(describing: "false") { Judgement(on: $0) { !$0 } } }

/// Matches false.
public func beFalse() -> Matcher<Bool> { equal(false) }
