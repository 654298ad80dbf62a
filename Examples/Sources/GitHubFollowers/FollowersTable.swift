/// A table of users, sorted by followers (most first), then by login.
public struct FollowersTable: CustomStringConvertible {
  let rows: [User]

  /// Creates a table with a row for each user.
  public init(_ users: [User]) {
    rows = users.sorted { ($1.followers, $0.login) < ($0.followers, $1.login) }
  }

  /// The lines of the table.
  public var description: String {
    let cells =
      [["LOGIN", "NAME", "FOLLOWERS"]] + rows.map { [$0.login, $0.name ?? "–", "\($0.followers)"] }
    let widths = (0..<3).map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { row in
      let login = row[0] + String(repeating: " ", count: widths[0] - row[0].count)
      let name = row[1] + String(repeating: " ", count: widths[1] - row[1].count)
      let followers = String(repeating: " ", count: widths[2] - row[2].count) + row[2]
      return "\(login)  \(name)  \(followers)"
    }.joined(separator: "\n")
  }
}
