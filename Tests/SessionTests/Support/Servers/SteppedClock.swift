#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport

  /// A wall clock that a test steps while requests run, as an administrator or a time service does.
  ///
  /// It affects the whole process, so only tests in a separate process use it. The preloaded library is
  /// compiled for the test, and the process restarts with it.
  struct SteppedClock: Sendable {
    private typealias Step = @convention(c) @Sendable (Int64) -> Void
    private typealias Count = @convention(c) @Sendable () -> Int32

    private let step: Step
    private let wallClockCount: Count
    private let otherCount: Count

    /// Makes it the clock of this process.
    ///
    /// See ``RestartedProcess``.
    static func start() async throws -> SteppedClock {
      try await PreloadedProgram(name: "stepped-clock").start()
      return try SteppedClock()
    }

    /// The pointers are valid during the calls, and the functions are never unloaded.
    ///
    /// Their types are those of the source.
    private init() throws {
      guard let step = unsafe dlsym(nil, "stepped_clock_step"),
        let wallClock = unsafe dlsym(nil, "stepped_clock_wall_clock_timers"),
        let other = unsafe dlsym(nil, "stepped_clock_other_timers")
      else { throw Tool.Failure(description: "the clock is not loaded") }
      self.step = unsafe unsafeBitCast(step, to: Step.self)
      wallClockCount = unsafe unsafeBitCast(wallClock, to: Count.self)
      otherCount = unsafe unsafeBitCast(other, to: Count.self)
    }

    /// Steps the wall clock, and checks that every function that reads it returns the new time.
    func step(by seconds: Int) throws {
      let before = Date().timeIntervalSince1970
      step(Int64(seconds))
      // The bytes of a `timeval`, which the compiler may take for a type of another module (Swift 6.3.1).
      var precise = (seconds: 0, microseconds: 0)
      // The pointer is valid during the call, which writes one `timeval`.
      unsafe withUnsafeMutablePointer(to: &precise) { pointer in
        unsafe pointer.withMemoryRebound(to: timeval.self, capacity: 1) { _ = unsafe gettimeofday($0, nil) }
      }
      let now = [Date().timeIntervalSince1970, Double(precise.seconds), Double(time(nil))]
      guard now.allSatisfy({ abs($0 - before - Double(seconds)) < 3600 }) else {
        throw Tool.Failure(description: "the wall clock was not stepped: \(before) \(now)")
      }
    }

    /// The number of system timers driven by the wall clock, which fire early or late when it is stepped.
    var wallClockTimers: Int { Int(wallClockCount()) }
    /// The number of system timers driven by other clocks.
    var otherTimers: Int { Int(otherCount()) }
  }
#endif
