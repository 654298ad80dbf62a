#if os(Linux)
  import CLibcurl

  /// Some of a loop's transfers, with their own multi handle.
  ///
  /// Whenever a request begins or ends, libcurl goes through the connections of its multi handle one after the other. Many
  /// connections whose requests last would make every other request expensive. So a loop whose sections are full has
  /// another one (``CurlSections``).
  ///
  /// Only the thread that leads the loop uses it.
  @safe final class CurlSection {
    let number: Int
    let multi: CurlMultiHandle
    /// When libcurl's timers are due, in microseconds of the clock; nil for never.
    // A number.
    @safe @exclusivity(unchecked) var deadline: Int64?
    // The loop owns its sections.
    private unowned let loop: CurlLoop

    /// Creates a section without transfers.
    ///
    /// - Throws: ``CurlError`` without memory, and the error of an option that libcurl rejects.
    init(_ number: Int, of loop: CurlLoop) throws {
      guard let multi = CurlMultiHandle() else {
        throw CurlError(code: Int(LIBCURL_E_OUT_OF_MEMORY), message: "out of memory")
      }
      self.number = number
      self.loop = loop
      self.multi = multi
      try multi.apply(loop.handles.options)
      unsafe multi.follow(section: Unmanaged.passUnretained(self).toOpaque())
    }

    /// Returns the section for the context of a callback.
    static func at(_ context: UnsafeMutableRawPointer?) -> CurlSection? {
      unsafe context.map { unsafe Unmanaged<CurlSection>.fromOpaque($0).takeUnretainedValue() }
    }

    func libcurlWants(_ interest: Int32, of descriptor: Int32) {
      loop.libcurlWants(interest, of: descriptor, in: number)
    }

    /// libcurl's timers are due after this many milliseconds; -1 for never.
    func libcurlWaits(_ milliseconds: Int) {
      deadline = milliseconds < 0 ? nil : libcurl_now() + Int64(milliseconds) * 1000
    }
  }

  /// Chooses the section of a loop for each transfer, as a pure value.
  ///
  /// ```text
  /// few transfers ─────────────────────────▶ the first section, where they share connections
  /// more ──────────────────────────────────▶ the first section that is not full, or another
  /// connections are shared or limited ─────▶ the first section
  /// too many descriptors are open ─────────▶ the section with the most idle connections, if there are any
  /// ```
  struct CurlSections: Sendable {
    private struct Load: Sendable {
      var transfers = 0
      var sockets = 0

      var idle: Int { sockets - transfers }
    }

    /// The number of transfers with which a section is full.
    static let enough = 128

    private var loads = [Load()]

    /// Chooses the section for a transfer.
    ///
    /// - Parameters:
    ///   - staysTogether: Whether it may share a connection, or connections are limited, which libcurl does for each
    ///     multi handle.
    ///   - lacksDescriptors: Whether idle connections must be used.
    /// - Returns: The number of the section; that after the last one for another.
    func place(staysTogether: Bool, lacksDescriptors: Bool) -> Int {
      if staysTogether { return 0 }
      if lacksDescriptors, let most = loads.indices.max(by: { loads[$0].idle < loads[$1].idle }),
        loads[most].idle > 0
      {
        return most
      }
      return loads.firstIndex { $0.transfers < Self.enough } ?? (lacksDescriptors ? 0 : loads.count)
    }

    /// There is another section.
    mutating func added() { loads.append(Load()) }

    mutating func began(in section: Int) { loads[section].transfers += 1 }
    mutating func ended(in section: Int) { loads[section].transfers -= 1 }

    /// A transfer of the section has opened a socket.
    mutating func opened(in section: Int) { loads[section].sockets += 1 }
    mutating func closed(in section: Int) { loads[section].sockets -= 1 }

    /// The number of open sockets of a section.
    func sockets(in section: Int) -> Int { loads[section].sockets }

    /// Whether a section has a connection without a transfer.
    func hasIdle(in section: Int) -> Bool { loads[section].idle > 0 }
  }
#endif
