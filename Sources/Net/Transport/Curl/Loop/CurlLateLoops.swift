#if os(Linux)
  /// The loops of a transport that was created while the system had no descriptor or thread left.
  ///
  /// Each request tries to open them until that succeeds.
  final class CurlLateLoops: Sendable {
    private let opened = Lock<CurlLoops?>(nil)
    private let open: @Sendable () throws -> CurlLoops

    init(_ open: @escaping @Sendable () throws -> CurlLoops) { self.open = open }

    /// Returns the loops, which are opened if they have not been yet.
    ///
    /// - Throws: ``CurlError`` if the system still refuses a descriptor or thread, and the error of an option that
    ///   libcurl rejects.
    func loops() throws -> CurlLoops {
      if let loops = opened.withLock({ $0 }) { return loops }
      let new: CurlLoops
      do {
        new = try open()
      } catch {
        // A libcurl that cannot start without a descriptor rejects its options.
        if case .none = CurlWaiting.Supply.left(for: 1) { throw CurlError.tooManyDescriptors }
        throw error
      }
      return opened.withLock { loops in
        // Another request may have opened loops first. Then these are released after the lock.
        if let loops { return loops }
        loops = new
        return new
      }
    }
  }
#endif
