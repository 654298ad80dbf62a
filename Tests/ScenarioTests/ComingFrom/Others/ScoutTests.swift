import Foundation
import NetStream
import NetTesting
import Testing

private struct Refused: Error {}

private protocol Example {
  var foo: String { get }
  func baz(buz: Int) -> Int
  func save(_ name: String) throws
}

// Row: mock.get.foo, mock.call.baz(buz: 3)
private final class MockExample: Example, Mockable {
  let mock = Mock()
  var foo: String { mock.get.foo }
  func baz(buz: Int) -> Int { mock.call.baz(buz: buz) }
  func three() -> Int { mock.call.baz(buz: 3) }
  func save(_ name: String) throws { try mock.throwing.call.save(name) }
  // Row: mock.verify()
  func check() { mock.verify() }
}

/// The table of Scout on "Coming from Mockingjay, …".
@Suite(.netTesting) struct ScoutTests {
  private let network = NetworkingMock(afterEach: .test)

  @Test func members() {
    let example = MockExample()
    // Row: toAlways(…)
    example.expect.foo.toAlways(.return("y"))
    // Row: expect.foo.to(return("x"))
    example.expect.foo.to(.return("x"))
    let names: [String] = [example.foo, example.foo]
    #expect(names == ["x", "y"])
    // Row: toBeCalled(), toBeCalled(times: 2)
    example.expect.baz(buz: 3).toBeCalled(times: 2)
    example.expect.baz(buz: 3).toAlways(.return(7))
    _ = (example.baz(buz: 3), example.three())
    // Row: toCall { args in … }, to(throw(error))
    let saved = Captured<String>()
    example.expect.save("a").to(.call { arguments in saved.set(try arguments[0]) })
    example.expect.save("b").to(.throw(Refused()))
    #expect(throws: Never.self) { try example.save("a") }
    #expect(throws: Refused.self) { try example.save("b") }
    #expect(saved.values == ["a"])
    // Row: mock.verify()
    example.check()
  }

  @Test func arguments() {
    // Row: mock.verify()
    let example = MockExample().verified(afterEach: .test)
    // Row: equalTo(3), any(), satisfying { … }
    example.expect.baz(buz: equalTo(3)).to(.return(1))
    example.expect.baz(buz: any()).to(.return(2))
    example.expect.baz(buz: satisfying("even") { (number: Int) in number.isMultiple(of: 2) }).to(.return(3))
    let results: [Int] = [example.baz(buz: 3), example.baz(buz: 5), example.baz(buz: 4)]
    #expect(results == [1, 2, 3])
  }

  @Test func requests() async throws {
    // Row: toAlways(…)
    network.stub(.get("/a"), with: "always")
    // Row: toBeCalled(), toBeCalled(times: 2)
    network.stub(.get("/a"), with: "twice", times: 2)
    // Row: expect.foo.to(return("x"))
    network.stub(.get("/a"), with: "once", times: 1)
    // Row: equalTo(3), any(), satisfying { … }
    let matcher: RequestMatcher = .header("A", equals: "1")
    network.stub(matcher, with: .status(204))
    try await network.get("/z", headers: ["A": "1"]).void()
    // Row: mock.get.foo, mock.call.baz(buz: 3)
    let request = network.get("/a")
    var texts = [try await request.string()]
    for _ in 1...3 { texts.append(try await network.get("/a").string()) }
    #expect(texts == ["once", "twice", "twice", "always"])
    // Row: toCall { args in … }, to(throw(error))
    network.stub(.get("/b")) { request in .text(request.url.path) }
    network.stub(.get("/c"), with: .failure(Refused()))
    #expect(try await network.get("/b").string() == "/b")
    #expect(await network.get("/c").response(.data).error != nil)
    // Row: mock.verify()
    network.verify()
  }
}
