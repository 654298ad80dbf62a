/// Matches true.
///
/// Nil passes neither `to` nor `toNot`.
///
/// ```swift
/// expect(names.isCompleted).to(beTrue())
/// ```
public func beTrue() -> Matcher<Bool?> { Matcher("true") { Verdict(on: $0) { $0 } } }

/// Matches true.
public func beTrue() -> Matcher<Bool> { equal(true) }

/// Matches false.
///
/// Nil passes neither `to` nor `toNot`.
///
/// ```swift
/// expect(names.isDisposed).to(beFalse())
/// ```
public func beFalse() -> Matcher<Bool?> { Matcher("false") { Verdict(on: $0) { !$0 } } }

/// Matches false.
public func beFalse() -> Matcher<Bool> { equal(false) }
