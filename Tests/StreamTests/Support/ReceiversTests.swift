import TestSupport
import Testing

@testable import Stream

/// The list that a subject that replays iterates over for every element.
@Suite struct ReceiversTests {
  @Test func membersAreVisitedInOrder() {
    for names in [[], [1], [1, 2, 3]] {
      var receivers = Receivers<Member>()
      receivers.replace(with: names.map { Member($0) })
      expectEqual(visited(receivers), names)
    }
  }

  @Test func replacedMembersAreReleased() {
    var receivers = Receivers<Member>()
    weak var former: Member?
    let stays = Member(1)
    do {
      let member = Member(2)
      former = member
      receivers.replace(with: [stays, member])
    }
    expectNotNil(former)
    receivers.replace(with: [stays])
    expectNil(former)
    expectEqual(visited(receivers), [1])
  }

  @Test func theListReleasesItsMembers() {
    weak var member: Member?
    do {
      var receivers = Receivers<Member>()
      let only = Member(1)
      member = only
      receivers.replace(with: [only])
      expectEqual(visited(receivers), [1])
    }
    expectNil(member)
  }

  final class Member {
    let name: Int

    init(_ name: Int) { self.name = name }
  }

  private func visited(_ receivers: borrowing Receivers<Member>) -> [Int] {
    var names: [Int] = []
    receivers.forEach { names.append($0.name) }
    return names
  }
}
