import Foundation
import Net

/// The line that repeats the run in progress, for a run that ends the process at a trap.
///
/// Before each run the line is copied to memory and to a file, both prepared in advance. A handler for the signals of
/// traps prints it, because a process that traps can do little else. The file, in the temporary folder, is left behind
/// if the process ends in another way, and is removed when the sweep ends.
final class SweepCrashNote: Sendable {
  private let slot: Int?
  private let path: String
  /// The file; -1 if it cannot be opened.
  private let file: Int32

  init() {
    slot = SweepTrapHandler.takeSlot()
    // A name that nobody can foresee, so that nobody can put a link there.
    let name = "NetTesting-sweep-\(ProcessInfo.processInfo.processIdentifier)-\(UUID.random().uuidString).txt"
    path = FileManager.default.temporaryDirectory.appending(path: name).path(percentEncoded: false)
    let flags = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC
    file = slot == nil ? -1 : StandardStreams.avoiding(unsafe open(path, flags, 0o600))
  }

  deinit {
    if let slot { SweepTrapHandler.release(slot) }
    guard file >= 0 else { return }
    close(file)
    unsafe unlink(path)
  }

  /// Sets the line, or removes it.
  func write(_ name: SweepRepeat?, at place: SourcePlace) {
    guard let slot else { return }
    SweepTrapHandler.set(
      name.map {
        "NetTesting: the process trapped in a run of the sweep at \(place). To repeat only this run, set "
          + $0.environment(at: place) + "\n"
      } ?? "", slot, file)
  }
}

/// Prints the lines of the runs in progress when the process traps.
enum SweepTrapHandler {
  private static let size = 512
  private static let count = 64
  private static let free = Lock(Array(0..<count))

  /// The lines, each in its slot and followed by zeros.
  ///
  /// Unsafe, but guarded: a slot is written only by the sweep that holds it. The handler reads all slots, and may see a
  /// half-written line.
  private nonisolated(unsafe) static let lines = {
    let lines = UnsafeMutablePointer<UInt8>.allocate(capacity: size * count)
    unsafe lines.initialize(repeating: 0, count: size * count)
    return unsafe lines
  }()

  /// The handlers that were installed before: of SIGILL and SIGTRAP.
  ///
  /// Unsafe, but guarded: written once, when the own handler is installed, and read only by that handler.
  private nonisolated(unsafe) static let previous = {
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 2)
    unsafe previous.initialize(repeating: sigaction(), count: 2)
    return unsafe previous
  }()

  /// The standard error at the time of the first sweep.
  private static let standardError = fcntl(2, F_DUPFD_CLOEXEC, 3)
  private static let isInstalled: Bool = {
    _ = unsafe (lines, standardError)
    for (position, number) in [SIGILL, SIGTRAP].enumerated() {
      guard unsafe sigaction(number, nil, previous + position) == 0 else { return false }
      _ = signal(number) { SweepTrapHandler.handle($0) }
    }
    return true
  }()

  /// Prints the lines, and lets the previous handler continue: the instruction that trapped is executed again.
  ///
  /// It calls only functions that are safe in a signal handler, and everything that it uses exists.
  private static func handle(_ number: Int32) {
    var slot = 0
    while slot < count {
      let line = unsafe lines + slot * size
      var length = 0
      while unsafe length < size && line[length] != 0 { length += 1 }
      if length > 0 { _ = unsafe write(standardError, line, length) }
      slot += 1
    }
    _ = unsafe sigaction(number, number == SIGILL ? previous : previous + 1, nil)
  }

  /// Takes a free slot; nil if there is none, or no handler.
  static func takeSlot() -> Int? { isInstalled ? free.withLock { $0.popLast() } : nil }

  static func release(_ slot: Int) {
    set("", slot, -1)
    free.withLock { $0.append(slot) }
  }

  /// Writes a line to its slot and to a file, or removes it.
  static func set(_ text: String, _ slot: Int, _ file: Int32) {
    let line = unsafe lines + slot * size
    var length = 0
    for byte in text.utf8.prefix(size - 1) {
      unsafe line[length] = byte
      length += 1
    }
    unsafe (line + length).update(repeating: 0, count: size - length)
    if file >= 0 { _ = unsafe pwrite(file, line, size, 0) }
  }
}
