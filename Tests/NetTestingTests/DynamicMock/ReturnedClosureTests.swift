import NetTesting
import TestSupport
import Testing

/// Members of a mock that return a closure.
@Suite(.netTesting) struct ReturnedClosureTests {
  private final class Factory: Mockable {
    let mock = Mock()

    func counter() -> @Sendable () -> Int { mock.call.counter() }
    func adder() -> (Int) -> Int { mock.call.adder() }
  }

  private let factory = Factory()

  @Test func aSendableClosureIsAValue() {
    factory.expect.counter().to(.return({ @Sendable in 3 }))
    expectEqual(factory.counter()(), 3)
  }

  @Test func aClosureThatIsNotSendableIsReturnedByACall() {
    factory.expect.adder().to(.call { _ in { (number: Int) in number + 1 } })
    expectEqual(factory.adder()(3), 4)
  }
}
