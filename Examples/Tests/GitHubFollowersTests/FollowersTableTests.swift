import GitHubFollowers
import Testing

@Suite struct FollowersTableTests {
  @Test func rowsAreSortedByFollowersThenByLogin() {
    let table = FollowersTable([
      User(login: "bb", name: "B", followers: 5), User(login: "a", name: nil, followers: 5),
      User(login: "c", name: "Carla", followers: 12),
    ])
    #expect(
      table.description == """
        LOGIN  NAME   FOLLOWERS
        c      Carla         12
        a      –              5
        bb     B              5
        """)
  }
}
