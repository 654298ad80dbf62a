import TestSupport
import Testing

@testable import Net

@Suite struct RecentUseTests {
  @Test func theLeastRecentlyUsedIsRemovedFirst() {
    var uses = RecentUse()
    for id in 1...4 { uses.add(UInt64(id)) }
    uses.touch(1)
    uses.touch(2)
    uses.touch(1)
    uses.remove(3)
    uses.touch(3)
    let order = (0..<4).map { _ in uses.removeLeastRecent() }
    #expect(order == [4, 2, 1, nil])
  }

  @Test func anyOperationsAgreeWithASortedArray() {
    var failures: [String] = []
    for seed in UInt64(0)..<20 {
      var generator = SeededGenerator(seed: seed)
      var uses = RecentUse()
      var model: [UInt64] = []
      for step in 0..<400 {
        let id = UInt64.random(in: 0..<24, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0 where !model.contains(id):
          uses.add(id)
          model.append(id)
        case 1:
          uses.remove(id)
          model.removeAll { $0 == id }
        case 2 where step % 3 == 0:
          let removed = uses.removeLeastRecent()
          if removed != model.first { failures.append("\(seed), \(step): \(String(describing: removed))") }
          model = Array(model.dropFirst())
        default:
          uses.touch(id)
          if let index = model.firstIndex(of: id) { model.append(model.remove(at: index)) }
        }
        if uses.count != model.count { failures.append("\(seed), \(step): \(uses.count) entries") }
      }
    }
    #expect(failures.isEmpty, "\(failures.prefix(3))")
  }
}
