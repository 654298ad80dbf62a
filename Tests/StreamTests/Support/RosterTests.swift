import TestSupport
import Testing

@testable import Stream

/// The list that a subject iterates over for every element.
@Suite struct RosterTests {
  final class Member: RosterMember {
    let name: Int
    var place: Int?

    init(_ name: Int) { self.name = name }
  }

  @Test func membersKeepTheirOrder() {
    var roster = Roster<Member>()
    for name in 0..<5 { roster.append(Member(name)) }
    expectEqual(names(roster), [0, 1, 2, 3, 4])
  }

  @Test func removingAMemberLeavesAHole() {
    var roster = Roster<Member>()
    let members = (0..<4).map { Member($0) }
    for member in members { roster.append(member) }
    roster.remove(members[1])
    roster.closeHoles()
    expectEqual(names(roster), [0, nil, 2, 3])
    expectNil(members[1].place)
  }

  @Test func holesAreClosedWhenMoreThanHalfAreHoles() {
    var roster = Roster<Member>()
    let members = (0..<5).map { Member($0) }
    for member in members { roster.append(member) }
    for index in [0, 2, 3] { roster.remove(members[index]) }
    roster.closeHoles()
    expectEqual(names(roster), [1, 4])
    expectEqual([members[1].place, members[4].place], [0, 1])
  }

  @Test func membersHaveNewPositionsAfterTheHolesAreClosed() {
    var roster = Roster<Member>()
    let members = (0..<3).map { Member($0) }
    for member in members { roster.append(member) }
    roster.remove(members[0])
    roster.remove(members[1])
    roster.closeHoles()
    roster.append(members[0])
    roster.remove(members[2])
    expectEqual(names(roster), [nil, 0])
  }

  @Test func theSoleMemberIsKnownWhileItIsAlone() {
    var roster = Roster<Member>()
    let (first, second) = (Member(1), Member(2))
    expectNil(sole(roster))
    roster.append(first)
    expectEqual(sole(roster), 1)
    roster.append(second)
    expectNil(sole(roster))
    roster.remove(first)
    expectNil(sole(roster))
    roster.append(first)
    roster.remove(second)
    roster.closeHoles()
    expectEqual(sole(roster), 1)
    roster.remove(first)
    expectNil(sole(roster))
  }

  @Test func removingAMemberTwiceRemovesItOnce() {
    var roster = Roster<Member>()
    let (first, second) = (Member(1), Member(2))
    roster.append(first)
    roster.append(second)
    roster.remove(first)
    roster.remove(first)
    expectEqual(names(roster), [nil, 2])
  }

  @Test func removingFromAHoleReturnsNil() {
    var roster = Roster<Member>()
    let member = Member(1)
    roster.append(member)
    #expect(roster.remove(at: 0) === member)
    expectNil(roster.remove(at: 0))
  }

  @Test func membersAreReleasedWhenTheyAreRemoved() {
    var roster = Roster<Member>()
    weak var member: Member?
    do {
      let created = Member(1)
      member = created
      roster.append(created)
    }
    expectNotNil(member)
    if let member { roster.remove(member) }
    expectNil(member)
  }

  @Test func membersAreReleasedWithTheRoster() {
    weak var member: Member?
    do {
      var roster = Roster<Member>()
      let created = Member(1)
      member = created
      roster.append(created)
    }
    expectNil(member)
  }

  /// The names in the order of their positions; nil for a hole.
  private func sole(_ roster: borrowing Roster<Member>) -> Int? {
    // The caller keeps the roster, and the roster its members.
    unsafe roster.sole?.takeUnretainedValue().name
  }

  private func names(_ roster: borrowing Roster<Member>) -> [Int?] {
    // The roster is not changed meanwhile, and the caller keeps it.
    (0..<roster.count).map { unsafe roster.places[$0]?.takeUnretainedValue().name }
  }
}
