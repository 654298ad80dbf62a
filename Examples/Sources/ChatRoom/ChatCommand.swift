import Foundation
import Net
import NetStream
public import Programs
import Watching

/// The command without the process around it: output goes to closures.
public struct ChatCommand: Sendable {
  /// What `--help` prints.
  public static let usage = """
    Usage: chat [--trace] [--inspect] [--help]

    Two members of a chat room talk over WebSockets, with a small server that the program starts on
    this machine. One of them loses the connection, reconnects, and hears what was said meanwhile.

      --trace    print a waterfall of the requests at the end
      --inspect  show the requests in a browser, at a URL that is printed
      --help     print this help
    """

  let room: DemoRoom
  let options: CommonOptions
  let output: @Sendable (String) -> Void
  let log: @Sendable (String) -> Void

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - room: the room in which the conversation takes place.
  ///   - options: what the command line says.
  ///   - output: receives each line that somebody hears.
  ///   - log: receives each line about connections and requests.
  public init(
    room: DemoRoom, options: CommonOptions = CommonOptions(), output: @escaping @Sendable (String) -> Void,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.room = room
    self.options = options
    self.output = output
    self.log = log
  }

  /// Lets two members talk, and disconnects one of them in between.
  public func run() async throws {
    let view = RequestView(trace: options.trace, inspect: options.inspect, log: log)
    try view.begin()
    defer { view.end() }
    var configuration = SessionConfiguration()
    configuration.monitors = view.monitors
    let network = NetworkSession(configuration: configuration)
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
