import TestSupport
import Testing

@testable import Net

@Suite struct FIFOTests {
  @Test func elementsAreRemovedInOrder() {
    var queue = FIFO<Int>()
    expectNil(queue.popFirst())
    for number in 1...3 { queue.append(number) }
    expectEqual(queue.popFirst(), 1)
    queue.append(4)
    expectEqual(queue.all, [2, 3, 4])
    expectEqual([queue.popFirst(), queue.popFirst(), queue.popFirst(), queue.popFirst()], [2, 3, 4, nil])
    expectTrue(queue.isEmpty)
  }

  @Test func theFirstElementCanBeReplacedAndRemoved() {
    var queue = FIFO<Int>()
    queue.first = 1
    expectTrue(queue.isEmpty)
    for number in 1...2 { queue.append(number) }
    queue.first = 7
    expectEqual(queue.all, [7, 2])
    queue.first = nil
    expectEqual(queue.first, 2)
  }

  @Test func anElementThatIsRemovedIsNotKept() {
    final class Owner {}
    var queue = FIFO([Owner(), Owner(), Owner()])
    for _ in 1...2 {
      weak var owner: Owner?
      owner = queue.first
      expectNotNil(owner)
      _ = queue.popFirst()
      expectNil(owner)
    }
    expectEqual(queue.all.count, 1)
  }

  @Test func theFirstElementThatMatchesIsRemoved() {
    var queue = FIFO(Array(0...5))
    _ = queue.popFirst()
    expectEqual(queue.removeFirst { $0.isMultiple(of: 2) }, 2)
    expectEqual(queue.removeFirst { $0 == 1 }, 1)
    expectNil(queue.removeFirst { $0 < 2 })
    expectEqual(queue.all, [3, 4, 5])
    for number in [5, 4, 3] { expectEqual(queue.removeFirst { $0 == number }, number) }
    expectTrue(queue.isEmpty)
    expectNil(queue.removeFirst { _ in true })
  }

  @Test func manyElementsKeepTheirOrder() {
    var queue = FIFO<Int>()
    var taken: [Int] = []
    for number in 0..<10_000 {
      queue.append(number)
      if number % 3 == 0 { taken.append(queue.popFirst() ?? -1) }
    }
    while let number = queue.popFirst() { taken.append(number) }
    expectEqual(taken, Array(0..<10_000))
  }
}
