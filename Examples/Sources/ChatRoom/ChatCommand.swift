import Foundation
import Net
import NetStream
public import Programs

/// The command without the process around it: output goes to closures.
public struct ChatCommand: Sendable {
  let room: DemoRoom
  let output: @Sendable (String) -> Void
  let log: @Sendable (String) -> Void

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - room: the room in which the conversation takes place.
  ///   - output: receives each line that somebody hears.
  ///   - log: receives each line about connections.
  public init(
    room: DemoRoom, output: @escaping @Sendable (String) -> Void, log: @escaping @Sendable (String) -> Void
  ) {
    self.room = room
    self.output = output
    self.log = log
  }

  /// What `--help` prints.
  public static let usage = """
    Usage: chat [--help]

    Two members of a chat room talk over WebSockets, with a small server that the program starts on
    this machine. One of them loses the connection, reconnects, and hears what was said meanwhile.

      --help  print this help
    """

  /// Returns whether the arguments ask for help.
  public static func asksForHelp(_ arguments: [String]) throws(UsageError) -> Bool {
    guard let first = arguments.first else { return false }
    guard arguments == ["--help"] || arguments == ["-h"] else { throw Arguments.unknown(first) }
    return true
  }

  /// Lets two members talk, and disconnects one of them in between.
  public func run() async throws {
    let network = NetworkSession()
    let ada = Member("Ada", in: room.url, network: network, log: log)
    try await hear(1, ada)
    let ben = Member("Ben", in: room.url, network: network, log: log)
    try await hear(2, ben)
    try await hear(1, ada)
    try await ada.send("say Ada: hello, Ben")
    try await hear(1, ada, ben)
    // The room drops Ben's connection. He hears the bell when he is back.
    try await ada.send("ring Ben")
    try await hear(1, ada, ben)
    try await ben.send("say Ben: I am back")
    try await hear(1, ada, ben)
    for member in [ben, ada] {
      try await member.leave()
      output("\(member.name) has left")
    }
  }

  private func hear(_ count: Int, _ members: Member...) async throws {
    for member in members {
      for _ in 0..<count { output("\(member.name) hears: \(try await member.hear())") }
    }
  }
}
