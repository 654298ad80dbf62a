#if os(Linux)
  /// Chooses the section of a loop for each transfer, as a pure value.
  ///
  /// A section is some of a loop's transfers, with their own multi handle. Whenever a request begins or ends, libcurl
  /// goes through the connections of its multi handle one after another. Many connections whose requests last would
  /// make every other request expensive. So a loop whose sections are full has another one.
  ///
  /// ```text
  /// few transfers ─────────────────────────▶ the first section, where they share connections
  /// more ──────────────────────────────────▶ the first section that is not full, or another
  /// connections are shared or limited ─────▶ the first section
  /// a proxy opens tunnels for a user ──────▶ the section of its credentials
  /// too many descriptors are open ─────────▶ the section with the most idle connections, if there are any
  /// ```
  struct CurlSections: Sendable {
    private struct Load: Sendable {
      var transfers = 0
      var sockets = 0
      /// The credentials with which a proxy opens the tunnels of the section; nil for all others.
      var credentials: String?
      /// When a transfer last began, as a number that increases.
      var lastUse = 0

      var idle: Int { sockets - transfers }
    }

    /// Where a transfer goes.
    enum Place: Sendable, Equatable {
      case section(Int)
      /// A section that must be added.
      case another
      /// A section that must replace this one, which has no transfers.
      case replacing(Int)
    }

    /// The number of transfers with which a section is full.
    static let enough = 128

    /// The number of sections with credentials from which on one without transfers is used for other credentials.
    static let mostCredentials = 8

    private var loads = [Load()]
    private var uses = 0

    /// Chooses the section for a transfer.
    ///
    /// libcurl uses a tunnel for any request to the same server. So the tunnels of different users are in different
    /// sections.
    ///
    /// - Parameters:
    ///   - credentials: The credentials with which a proxy is asked to open a tunnel; nil if the request has none.
    ///   - staysTogether: Whether it may share a connection, or connections are limited, which libcurl does for each
    ///     multi handle.
    ///   - lacksDescriptors: Whether idle connections must be used.
    /// - Returns: Where it goes.
    func place(for credentials: String? = nil, staysTogether: Bool, lacksDescriptors: Bool) -> Place {
      if let credentials { return place(for: credentials) }
      if staysTogether { return .section(0) }
      let shared = loads.indices.lazy.filter { loads[$0].credentials == nil }
      if lacksDescriptors, let most = shared.max(by: { loads[$0].idle < loads[$1].idle }),
        loads[most].idle > 0
      {
        return .section(most)
      }
      if let roomy = shared.first(where: { loads[$0].transfers < Self.enough }) { return .section(roomy) }
      return lacksDescriptors ? .section(0) : .another
    }

    private func place(for credentials: String) -> Place {
      if let own = loads.firstIndex(where: { $0.credentials == credentials }) { return .section(own) }
      let others = loads.indices.filter { loads[$0].credentials != nil }
      let unused = others.filter { loads[$0].transfers == 0 }.min { loads[$0].lastUse < loads[$1].lastUse }
      guard others.count >= Self.mostCredentials, let unused else { return .another }
      return .replacing(unused)
    }

    /// Called when there is another section, or this one has replaced one without transfers and sockets.
    mutating func added(_ section: Int? = nil, for credentials: String? = nil) {
      let load = Load(credentials: credentials)
      if let section { loads[section] = load } else { loads.append(load) }
    }

    mutating func began(in section: Int) {
      uses += 1
      loads[section].transfers += 1
      loads[section].lastUse = uses
    }

    mutating func ended(in section: Int) { loads[section].transfers -= 1 }

    /// Called when a transfer of the section has opened a socket.
    mutating func opened(in section: Int) { loads[section].sockets += 1 }
    mutating func closed(in section: Int) { loads[section].sockets -= 1 }

    /// The number of open sockets of a section.
    func sockets(in section: Int) -> Int { loads[section].sockets }

    /// Whether a section has a connection without a transfer.
    func hasIdle(in section: Int) -> Bool { loads[section].idle > 0 }
  }
#endif
