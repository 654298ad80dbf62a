import Foundation
import NetMeasuring

/// All workloads, and which of them a run measures.
enum Workloads {
  static let names = kinds.flatMap(\.names)

  /// Measures the workloads that the options select.
  static func measure(_ options: NetOptions) throws -> [NetFigure] {
    try kinds.flatMap { try $0.measure(options) }
  }

  private static let kinds = [
    Kind(each: Layer.allCases, \.name) { layer, options in
      try layer.measure(count: options.smoke ? 1_000 : 20_000, rounds: options.smoke ? 1 : options.rounds)
    },
    Kind(each: Reading.all, \.name) { reading, options in
      [try reading.measure(mebibytes: options.smoke ? 1 : 64, rounds: options.smoke ? 1 : options.rounds)]
    },
    Kind(each: FrameSpeed.allCases, \.name) { speed, options in
      try speed.measure(rounds: options.rounds, smoke: options.smoke)
    },
    Kind(CacheLookup.all, \.name) { lookups, options in
      Command.complain(lookups.map(\.name).joined(separator: ", "))
      return try CacheLookup.measure(lookups, rounds: options.rounds, smoke: options.smoke)
    },
    Kind(StoredRequests.all, \.name) { stored, options in
      Command.complain(stored.map(\.name).joined(separator: ", "))
      return try StoredRequests.measure(stored, rounds: options.rounds, smoke: options.smoke)
    },
    Kind(Refreshes.all, \.name) { refreshes, options in
      Command.complain(refreshes.map(\.name).joined(separator: ", "))
      return try Refreshes.measure(refreshes, rounds: options.rounds, smoke: options.smoke)
    },
    Kind(each: [Decoding.name], \.self) { _, options in
      let server = try ChildServer(isOwn: true)
      defer { server.stop() }
      return try Decoding.measure(server: server, rounds: options.rounds, smoke: options.smoke)
    },
    Kind(RequestWorkload.all, \.name, measure: requests),
    Kind(each: [Crowd.name], \.self) { _, options in
      let server = try ChildServer()
      defer { server.stop() }
      return try Crowd.measure(server: server, rounds: options.rounds, smoke: options.smoke)
    },
    Kind(SocketWorkload.allCases, \.name, measure: sockets),
    Kind(each: LongBodyWorkload.allCases, \.name) { workload, options in
      try workload.measure(rounds: options.rounds, smoke: options.smoke)
    },
  ]

  /// Workloads that are measured in the same way.
  private struct Kind: Sendable {
    let names: [String]
    /// Measures those that the options select.
    let measure: @Sendable (NetOptions) throws -> [NetFigure]

    /// Creates a kind whose selected workloads are measured by one call, which is made if there are any.
    init<Workload: Sendable>(
      _ workloads: [Workload], _ name: any KeyPath<Workload, String> & Sendable,
      measure: @escaping @Sendable ([Workload], NetOptions) throws -> [NetFigure]
    ) {
      names = workloads.map { $0[keyPath: name] }
      self.measure = { options in
        let selected = workloads.filter { options.includes($0[keyPath: name]) }
        return selected.isEmpty ? [] : try measure(selected, options)
      }
    }

    /// Creates a kind whose selected workloads are measured one after another.
    init<Workload: Sendable>(
      each workloads: [Workload], _ name: any KeyPath<Workload, String> & Sendable,
      measure: @escaping @Sendable (Workload, NetOptions) throws -> [NetFigure]
    ) {
      self.init(workloads, name) { workloads, options in
        try workloads.flatMap { workload in
          Command.complain(workload[keyPath: name])
          return try measure(workload, options)
        }
      }
    }
  }

  @Sendable private static func requests(
    _ workloads: [RequestWorkload], _ options: NetOptions
  ) throws -> [NetFigure] {
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
    return figures
  }

  @Sendable private static func sockets(
    _ workloads: [SocketWorkload], _ options: NetOptions
  ) throws -> [NetFigure] {
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
}
