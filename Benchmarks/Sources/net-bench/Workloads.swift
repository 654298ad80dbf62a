import Foundation
import NetMeasuring

/// All workloads, and which of them a run measures.
enum Workloads {
  static let names: [String] =
    Layer.allCases.map(\.name) + [Decoding.name, Crowd.name] + Reading.all.map(\.name)
    + FrameSpeed.allCases.map(\.name) + CacheLookup.all.map(\.name) + StoredRequests.all.map(\.name)
    + Refreshes.all.map(\.name)
    + RequestWorkload.all.map(\.name)
    + SocketWorkload.allCases.map(\.name) + LongBodyWorkload.allCases.map(\.name)

  /// Measures the workloads that the options select.
  static func measure(_ options: NetOptions) throws -> [NetFigure] {
    try withoutServer(options) + decoding(options) + requests(options) + sockets(options)
      + longBodies(options)
  }

  private static func withoutServer(_ options: NetOptions) throws -> [NetFigure] {
    let rounds = options.smoke ? 1 : options.rounds
    var figures: [NetFigure] = []
    for layer in Layer.allCases where options.includes(layer.name) {
      Command.complain(layer.name)
      figures += try layer.measure(count: options.smoke ? 1_000 : 20_000, rounds: rounds)
    }
    for reading in Reading.all where options.includes(reading.name) {
      Command.complain(reading.name)
      figures.append(try reading.measure(mebibytes: options.smoke ? 1 : 64, rounds: rounds))
    }
    for speed in FrameSpeed.allCases where options.includes(speed.name) {
      Command.complain(speed.name)
      figures += try speed.measure(rounds: options.rounds, smoke: options.smoke)
    }
    let lookups = CacheLookup.all.filter { options.includes($0.name) }
    if !lookups.isEmpty {
      Command.complain(lookups.map(\.name).joined(separator: ", "))
      figures += try CacheLookup.measure(lookups, rounds: options.rounds, smoke: options.smoke)
    }
    let stored = StoredRequests.all.filter { options.includes($0.name) }
    if !stored.isEmpty {
      Command.complain(stored.map(\.name).joined(separator: ", "))
      figures += try StoredRequests.measure(stored, rounds: options.rounds, smoke: options.smoke)
    }
    let refreshes = Refreshes.all.filter { options.includes($0.name) }
    if !refreshes.isEmpty {
      Command.complain(refreshes.map(\.name).joined(separator: ", "))
      figures += try Refreshes.measure(refreshes, rounds: options.rounds, smoke: options.smoke)
    }
    return figures
  }

  private static func decoding(_ options: NetOptions) throws -> [NetFigure] {
    guard options.includes(Decoding.name) else { return [] }
    Command.complain(Decoding.name)
    let server = try ChildServer(isOwn: true)
    defer { server.stop() }
    return try Decoding.measure(server: server, rounds: options.rounds, smoke: options.smoke)
  }

  private static func requests(_ options: NetOptions) throws -> [NetFigure] {
    let workloads = RequestWorkload.all.filter { options.includes($0.name) }
    let withCrowd = options.includes(Crowd.name)
    guard !workloads.isEmpty || withCrowd else { return [] }
    let server = try ChildServer()
    defer { server.stop() }
    Command.complain("the server is \(server.name)")
    // nginx cannot leave a request without a response.
    let own = try ChildServer(isOwn: true)
    defer { own.stop() }
    var figures: [NetFigure] = []
    for workload in workloads {
      if let obstacle = workload.obstacle(server) {
        Command.complain("not measured: \(obstacle)")
        continue
      }
      Command.complain(workload.name)
      figures += try workload.measure(
        server: workload.needsOwnServer ? own : server, rounds: options.rounds, smoke: options.smoke)
    }
    if withCrowd {
      Command.complain(Crowd.name)
      figures += try Crowd.measure(server: server, rounds: options.rounds, smoke: options.smoke)
    }
    return figures
  }

  private static func sockets(_ options: NetOptions) throws -> [NetFigure] {
    let workloads = SocketWorkload.allCases.filter { options.includes($0.name) }
    guard !workloads.isEmpty else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(path: "net-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let certificates = workloads.contains(where: \.isSecure) ? BenchCertificates(in: folder) : nil
    var figures: [NetFigure] = []
    for workload in workloads {
      if let obstacle = workload.obstacle(certificates) {
        Command.complain("not measured: \(obstacle)")
        continue
      }
      Command.complain(workload.name)
      figures += try workload.measure(
        rounds: options.rounds, smoke: options.smoke, certificates: certificates)
    }
    return figures
  }

  private static func longBodies(_ options: NetOptions) throws -> [NetFigure] {
    var figures: [NetFigure] = []
    for workload in LongBodyWorkload.allCases where options.includes(workload.name) {
      Command.complain(workload.name)
      figures += try workload.measure(rounds: options.rounds, smoke: options.smoke)
    }
    return figures
  }
}
