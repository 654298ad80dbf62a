#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The descriptors of one wait, and the events awaited on each.
struct Poller {
  /// What a descriptor is ready for.
  struct Readiness {
    var canRead: Bool
    var canWrite: Bool
    /// The peer is gone, or the socket is broken.
    var isBroken: Bool
  }

  private var entries: [pollfd] = []

  /// Removes all descriptors.
  mutating func clear() { entries.removeAll(keepingCapacity: true) }

  /// Adds a descriptor; its index is the number of descriptors before it.
  mutating func add(_ descriptor: Int32, reads: Bool, writes: Bool) {
    let events = (reads ? Int16(POLLIN) : 0) | (writes ? Int16(POLLOUT) : 0)
    entries.append(pollfd(fd: descriptor, events: events, revents: 0))
  }

  /// Waits until a descriptor is ready or this many milliseconds have passed; -1 waits forever.
  mutating func wait(milliseconds: Int32) {
    // The pointer is the array's own, valid inside the closure, and points to `count` entries.
    let ready = unsafe entries.withUnsafeMutableBufferPointer { buffer in
      unsafe poll(buffer.baseAddress, nfds_t(buffer.count), milliseconds)
    }
    if ready < 0 { for index in entries.indices { entries[index].revents = 0 } }
  }

  /// What the descriptor at an index is ready for; nil if nothing.
  func readiness(at index: Int) -> Readiness? {
    let ready = Int32(entries[index].revents)
    guard ready != 0 else { return nil }
    return Readiness(
      canRead: ready & Int32(POLLIN) != 0, canWrite: ready & Int32(POLLOUT) != 0,
      isBroken: ready & Int32(POLLERR | POLLHUP | POLLNVAL) != 0)
  }
}
