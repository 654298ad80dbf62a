import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

#if os(macOS) || os(Linux) || os(Windows)
  /// 256 MiB in each direction over real sockets.
  ///
  /// Each test runs in its own process, because the memory of a process with many tests says nothing. The server is in
  /// the same process and is counted.
  @Suite(.heavy) struct S13_BigTransferTests {
    @Test func aLargeDownloadNeedsLittleMemory() async {
      await #expect(processExitsWith: .success) {
        try await download("film", BigTransfer(), growth: 32 << 20) { _ in }
      }
    }

    #if os(Linux)
      /// Foundation on Linux reads ahead of a slow consumer and buffers the bytes in memory.
      ///
      /// So the server sends only as fast as the file is written.
      @Test func aLargeDownloadOverFoundationNeedsLittleMemory() async {
        await #expect(processExitsWith: .success) {
          let clock = TransferClock(bytesPerSecond: 4 << 20)
          let story = try BigTransfer(over: URLSessionTransport(), clock: clock)
          story.server.stub(.get("/film"), with: .file(story.film).throttle(bytesPerSecond: 4 << 20))
          try await download("film", story, growth: 32 << 20) { clock.move(to: $0.completed) }
        }
      }
    #endif

    @Test func aLargeUploadNeedsLittleMemory() async {
      await #expect(processExitsWith: .success) {
        let story = try BigTransfer()
        let (meter, progress) = (MemoryMeter(), Captured<TransferProgress>())
        try await story.network.put("film", file: story.film)
          .uploadProgress(delivery: .inline) { step in
            progress.set(step)
            meter.look(at: step)
          }
          .void()
        try #require(
          try story.server.requests[0].body == Data(contentsOf: story.film, options: .alwaysMapped))
        try #require(story.server.requests[0].headers["Content-Length"] == "\(BigTransfer.count)")
        try #require(isRising(progress.values))
        try #require(meter.growth < 32 << 20, "\(meter.growth >> 20) MiB")
        story.end()
      }
    }

    @Test func cancellingHalfWayLeavesNoFile() async {
      await #expect(processExitsWith: .success) {
        let story = try BigTransfer()
        let half = Captured<Void>()
        let subscription = story.network.stream.get("film").progress { step in
          if let fraction = step.fraction, fraction > 0.5 { half.set(()) }
        }
        .download(to: .file(story.place))
        .subscribe(onSuccess: { _ in })
        _ = await half.next(within: .patience)
        subscription.dispose()
        try await story.server.waitForClientCloses(1)
        // No file is left, neither at the destination nor elsewhere: all temporary files of this process are in the
        // folder. The file is removed after the connection is closed.
        await expect(story.files).toEventually(equal(["film"]), within: .patience)
        story.end()
      }
    }

    @Test func aResumedDownloadFetchesOnlyTheRest() async {
      await #expect(processExitsWith: .success) {
        let story = try BigTransfer()
        let part = story.folder.appending(path: "film.part")
        let destination = DownloadDestination.file(story.place).resumable(at: part)
        let half = Captured<Void>()
        let request = story.network.get("film").progress(delivery: .inline) { step in
          if let fraction = step.fraction, fraction > 0.5 { half.set(()) }
        }
        let broken = Captured<DataResponse<URL>>()
        request.download(to: destination, delivery: .inline) { broken.set($0) }
        _ = await half.next(within: .patience)
        request.cancel()
        _ = await broken.next(within: .patience)
        try #require(broken.value?.error?.reason == .cancelled)
        let kept = try #require(try FileManager.default.attributesOfItem(atPath: part.path)[.size] as? Int)
        try #require(kept > BigTransfer.count / 2 && kept < BigTransfer.count)

        let response = Captured<DataResponse<URL>>()
        story.network.get("film").download(to: destination, delivery: .inline) { response.set($0) }
        _ = await response.next(within: .patience)
        try #require(response.value?.value == story.place)
        try #require(story.server.requests.last?.headers["Range"] == "bytes=\(kept)-")
        try #require(response.value?.response?.status == 206)
        try #require(response.value?.response?.headers["Content-Length"] == "\(BigTransfer.count - kept)")
        try #require(story.arrived(at: story.place))
        try #require(story.files == ["film", "place"])
        story.end()
      }
    }
  }

  private func download(
    _ path: String, _ story: BigTransfer, growth: Int,
    onProgress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws {
    let (meter, progress) = (MemoryMeter(), Captured<TransferProgress>())
    let url = try await story.network.get(path)
      .progress(delivery: .inline) { step in
        progress.set(step)
        meter.look(at: step)
        onProgress(step)
      }
      .download(to: .file(story.place))
    try #require(url == story.place)
    try #require(story.arrived(at: url))
    try #require(isRising(progress.values))
    try #require(meter.growth < growth, "\(meter.growth >> 20) MiB")
    story.end()
  }

  /// A large file, a server that serves and receives it, and a network, in a folder for all temporary files.
  private struct BigTransfer {
    static let count = 256 << 20

    let folder: URL
    let server: MockServer
    let network: NetworkSession

    var film: URL { folder.appending(path: "film") }
    var place: URL { folder.appending(path: "place") }

    /// The names of all files in the folder.
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }

    init(
      over transport: any Transport = PlatformTransport.standard(), clock: (any NetworkTimer)? = nil
    ) throws {
      server = MockServer(timer: clock)
      folder = FileManager.default.temporaryDirectory.appending(path: "S13-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      guard unsafe setenv("TMPDIR", folder.path, 1) == 0 else { throw CocoaError(.fileNoSuchFile) }
      try Data().write(to: folder.appending(path: "film"))
      let handle = try FileHandle(forWritingTo: folder.appending(path: "film"))
      // No two blocks are equal, so that swapped blocks are noticed.
      let wave = Data((0..<4096 + 256).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      for block in 0..<(Self.count >> 20) {
        try handle.write(contentsOf: wave[block..<block + 4096])
        var rest = Data(count: (1 << 20) - 4096)
        rest[0] = UInt8(block)
        try handle.write(contentsOf: rest)
      }
      try handle.close()
      server.stub(
        .get("/film"), with: .file(folder.appending(path: "film")).header("ETag", "\"1\"").acceptingRanges())
      server.stub(.put("/film"), with: .status(201))
      try server.start()
      var configuration = SessionConfiguration()
      configuration.baseURL = server.baseURL
      network = NetworkSession(configuration: configuration, transport: transport)
    }

    func arrived(at url: URL) -> Bool {
      guard
        let (left, right) = try? (
          Data(contentsOf: film, options: .alwaysMapped), Data(contentsOf: url, options: .alwaysMapped)
        )
      else { return false }
      return left.count == Self.count && left == right
    }

    func end() {
      server.stop()
      try? FileManager.default.removeItem(at: folder)
    }
  }

  /// Returns whether the progress always rises, knows its total, and ends there.
  private func isRising(_ progress: [TransferProgress]) -> Bool {
    progress.last?.fraction == 1 && progress.allSatisfy { $0.total == Int64(BigTransfer.count) }
      && zip(progress, progress.dropFirst()).allSatisfy { $0.completed < $1.completed }
  }

  /// A clock that advances with the received bytes: a fixed number of them makes a second.
  ///
  /// Once an action is scheduled, the clock is a second ahead of the bytes.
  private final class TransferClock: NetworkTimer {
    private struct State: Sendable {
      var now = Duration.zero
      var waiting: [(number: Int, due: Duration, action: @Sendable () -> Void)] = []
      var count = 0
    }

    private struct Waiting: Cancellation {
      let clock: TransferClock
      let number: Int

      func cancel() { clock.withState { $0.waiting.removeAll { $0.number == number } } }
    }

    private let bytesPerSecond: Int
    private let queue = DispatchQueue(label: "S13.clock")
    // A lock that Thread Sanitizer supports, unlike the mutexes of Synchronization.
    private let lock = NSLock()
    // Only used while the lock is held.
    private nonisolated(unsafe) var state = State()

    init(bytesPerSecond: Int) { self.bytesPerSecond = bytesPerSecond }

    var now: Duration { withState { $0.now } }
    var date: Date { Date(timeIntervalSinceReferenceDate: now / .seconds(1)) }

    private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
      lock.withLock { unsafe body(&state) }
    }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
      let number = withState { state in
        state.count += 1
        state.waiting.append((state.count, state.now + max(.zero, delay), action))
        state.now = max(state.now, .seconds(1))
        return state.count
      }
      run()
      return Waiting(clock: self, number: number)
    }

    func move(to bytes: Int64) {
      withState { $0.now = max($0.now, .seconds(1) + .seconds(bytes) / bytesPerSecond) }
      run()
    }

    private func run() {
      let due = withState { state in
        let due = state.waiting.filter { $0.due <= state.now }.map(\.action)
        state.waiting.removeAll { $0.due <= state.now }
        return due
      }
      for action in due { queue.async(execute: action) }
    }
  }

  /// Measures the private memory of the process.
  ///
  /// Memory mapped from files is not counted, because the system can reclaim it at any time.
  private final class MemoryMeter: Sendable {
    private let highest: Captured<Int> = Captured()
    private let start = MemoryMeter.now

    /// Measures now and then, because measuring costs more than receiving a chunk.
    func look(at progress: TransferProgress) {
      guard progress.fraction == 1 || progress.completed % (4 << 20) < 1 << 16 else { return }
      let now = Self.now
      if now > highest.value ?? 0 { highest.set(now) }
    }

    var growth: Int { max(0, (highest.value ?? 0) - start) }

    private static var now: Int {
      #if os(Linux)
        let lines =
          (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
        let words = lines.first { $0.hasPrefix("RssAnon:") }?.split(separator: " ") ?? []
        return words.count > 1 ? (Int(words[1]) ?? 0) << 10 : .max / 4
      #else
        // On other platforms only the bytes are checked.
        return 0
      #endif
    }
  }
#endif
