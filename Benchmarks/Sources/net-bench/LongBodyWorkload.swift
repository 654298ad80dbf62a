import Foundation
import NetMeasuring

/// A large body that is not kept.
///
/// Its figures are those of requests, with a mebibyte as a request: mebibytes per second, CPU time per mebibyte, and
/// instead of the peak memory its growth during the transfer.
enum LongBodyWorkload: String, CaseIterable {
  case download, upload
  /// A response without a length that stays fresh for an hour, through a cache that is too small for it.
  case unkept

  var subjects: [NetSubject] {
    switch self {
    case .download, .upload:
      [.netStream, .transport, .urlSession, .asyncHTTPClient].filter(Clients.isBuiltIn)
    case .unkept: [.netStream, .netStreamCached, .urlSession, .urlCache]
    }
  }

  var name: String { "\(rawValue)-\(Self.mebibytes)" }

  /// The size of a body whose figures count.
  static let mebibytes = 512
  /// The size of a body where only the result is checked: more than the cache of ``unkept`` takes.
  static let smokeMebibytes = 16

  func measure(rounds: Int, smoke: Bool) throws -> [NetFigure] {
    let mebibytes = smoke ? Self.smokeMebibytes : Self.mebibytes
    let (server, input, output) = try OwnProcess.started(["flood", "\(mebibytes)"])
    defer {
      try? input.fileHandleForWriting.close()
      server.waitUntilExit()
    }
    guard let line = output.firstLine, let url = URL(string: line) else {
      throw ChildServer.Failure(what: "the server did not start")
    }
    let address = self == .unkept ? url.appending(path: FloodServer.freshPath) : url
    var turns: [NetSubject: [Turn]] = [:]
    for subject in Interleaving.turns(subjects, rounds: smoke ? 1 : rounds) {
      let output = try OwnProcess.output(of: [
        rawValue, subject.rawValue, address.absoluteString, "\(mebibytes)",
      ])
      turns[subject, default: []].append(try JSONDecoder().decode(Turn.self, from: output))
    }
    return subjects.compactMap { subject in
      Turn.middle(turns[subject] ?? []).map { turn in
        NetFigure(
          workload: name, subject: subject, value: .requests(rps: turn.rps, cpu: turn.cpu, rss: turn.rss))
      }
    }
  }

  /// Serves until the standard input ends.
  static func serve(mebibytes: Int) throws -> Int32 {
    FileHandle.standardOutput.write(
      Data("\(try FloodServer.start(mebibytes: mebibytes).absoluteString)\n".utf8))
    _ = try FileHandle.standardInput.readToEnd()
    return 0
  }

  /// Runs the turn of a subject within its process.
  func turn(_ subject: NetSubject, _ url: URL, mebibytes: Int) async throws -> Turn {
    let client = try Clients.client(subject, connections: 1)
    defer { client.shutDown() }
    let file = FileManager.default.temporaryDirectory.appending(path: "net-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    if self == .upload {
      // A sparse file of zeros takes no space and is read as fast as possible.
      try Data().write(to: file)
      try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(mebibytes << 20))
    }
    // The first transfer opens connections and loads libraries.
    try await transfer(file, url, mebibytes, client, subject)
    let before = Turn.memory
    var turn = try await Turn.measuring(count: mebibytes) {
      try await transfer(file, url, mebibytes, client, subject)
    }
    turn.rss -= before
    try client.check(count: 1)
    return turn
  }

  private func transfer(
    _ file: URL, _ url: URL, _ mebibytes: Int, _ client: any Client, _ subject: NetSubject
  ) async throws {
    let count =
      switch self {
      case .download, .unkept: try await client.download(url)
      case .upload: try await client.upload(file, to: url)
      }
    guard count == mebibytes << 20 else {
      throw WrongResult(subject: subject, what: "\(count) bytes arrived")
    }
  }
}
