import NetTesting
import TestSupport
import Testing

/// A value such as `String??` says three things: unknown, known to be nothing, and known.
@Suite(.netTesting) struct NestedOptionalsTests {
  private let failures = CollectedFailures()
  private let cases: [String??] = [.none, .some(.none), .some("a")]

  @Test func whatATypedMockReturnsKeepsItsOptionals() {
    let find = failures.collect { Mocked<Int, String??>("find") }
    for value in cases { find.expect(1).to(.return(value)) }
    expectEqual(cases.map { _ in find(1) }, cases)
    expectTrue(failures.messages.isEmpty)
  }

  @Test func whatADynamicMockReturnsKeepsItsOptionals() {
    let mock = failures.collect { Mock() }
    for value in cases { mock.expect.find(1).to(.return(value)) }
    for value in cases { mock.expect.find(1).to(.call { _ in value }) }
    let found: [String??] = (cases + cases).map { _ in mock.call.find(1) }
    expectEqual(found, cases + cases)
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aReturnedOptionalIsWrappedAsInAnAssignment() {
    let mock = failures.collect { Mock() }
    let missing: String? = nil
    mock.expect.find(1).to(.return(missing)).and.to(.return("a"))
    let found: [String???] = [mock.call.find(1), mock.call.find(1)]
    expectEqual(found, [missing, "a"])
  }

  @Test func nilWithoutATypeIsTheOuterOne() {
    let mock = failures.collect { Mock() }
    mock.expect.find(1).to(.return(nil))
    let found: String?? = mock.call.find(1)
    expectTrue(found == .none)
  }

  @Test func argumentsOfATypedMockKeepTheirOptionals() {
    let rename = failures.collect { Mocked<String??, Void>("rename") }
    let (captured, seen, called) = (Captured<String??>(), Captured<String??>(), Captured<String??>())
    let noted = satisfying("any name") { (name: String??) in
      seen.set(name)
      return true
    }
    rename.expect(capture(into: captured) && noted).toCall(times: 3) { called.set($0) }
    for value in cases { rename(value) }
    expectEqual(captured.values, cases)
    expectEqual(called.values, cases)
    expectEqual(seen.values.count { $0 == .some(.none) }, seen.values.count / 3)
    expectEqual(rename.calls.map { $0.arguments[0] }, cases.map { .some($0) })
  }

  @Test func argumentsOfADynamicMockKeepTheirOptionals() {
    let mock = failures.collect { Mock() }
    let captured = Captured<String??>()
    let read = Captured<String??>()
    mock.expect.rename(to: capture(into: captured)).to(
      .call { arguments in read.set(try arguments.to) }, times: 3)
    for value in cases { mock.call.rename(to: value as Any?) }
    expectEqual(captured.values, cases)
    expectEqual(read.values, cases)
  }

  @Test func aNilInAnOptionalIsNotEqualToNil() {
    let rename = failures.collect { Mocked<String??, Int>("rename") }
    for (index, value) in cases.enumerated() { rename.expect(equalTo(value)).toAlways(.return(index + 1)) }
    expectEqual(cases.map { rename($0) }, [1, 2, 3])
    let other = failures.collect { Mocked<String??, Int>("other") }
    other.expect(equalTo(.some(nil))).toAlways(.return(1))
    expectEqual(other(.none), 0)
    expectEqual(failures.messages.count, 1)
    #expect(failures.messages.first?.contains("expected       got") == true)
    #expect(failures.messages.first?.contains("Optional(nil)  nil") == true)
  }
}
