import Testing

@testable import Net

@Suite struct FIFOTests {
  @Test func elementsAreRemovedInOrder() {
    var queue = FIFO<Int>()
    #expect(queue.popFirst() == nil)
    for number in 1...3 { queue.append(number) }
    #expect(queue.popFirst() == 1)
    queue.append(4)
    #expect(queue.all == [2, 3, 4])
    #expect([queue.popFirst(), queue.popFirst(), queue.popFirst(), queue.popFirst()] == [2, 3, 4, nil])
    #expect(queue.isEmpty)
  }

  @Test func theFirstElementCanBeReplacedAndRemoved() {
    var queue = FIFO<Int>()
    queue.first = 1
    #expect(queue.isEmpty)
    for number in 1...2 { queue.append(number) }
    queue.first = 7
    #expect(queue.all == [7, 2])
    queue.first = nil
    #expect(queue.first == 2)
  }

  @Test func anElementThatIsRemovedIsNotKept() {
    final class Owner {}
    var queue = FIFO([Owner(), Owner(), Owner()])
    for _ in 1...2 {
      weak var owner: Owner?
      owner = queue.first
      #expect(owner != nil)
      _ = queue.popFirst()
      #expect(owner == nil)
    }
    #expect(queue.all.count == 1)
  }

  @Test func theFirstElementThatMatchesIsRemoved() {
    var queue = FIFO(Array(0...5))
    _ = queue.popFirst()
    #expect(queue.removeFirst { $0.isMultiple(of: 2) } == 2)
    #expect(queue.removeFirst { $0 == 1 } == 1)
    #expect(queue.removeFirst { $0 < 2 } == nil)
    #expect(queue.all == [3, 4, 5])
    for number in [5, 4, 3] { #expect(queue.removeFirst { $0 == number } == number) }
    #expect(queue.isEmpty)
    #expect(queue.removeFirst { _ in true } == nil)
  }

  @Test func manyElementsKeepTheirOrder() {
    var queue = FIFO<Int>()
    var taken: [Int] = []
    for number in 0..<10_000 {
      queue.append(number)
      if number % 3 == 0 { taken.append(queue.popFirst() ?? -1) }
    }
    while let number = queue.popFirst() { taken.append(number) }
    #expect(taken == Array(0..<10_000))
  }
}
