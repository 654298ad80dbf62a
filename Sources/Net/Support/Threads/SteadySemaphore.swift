#if os(Linux) && !canImport(Darwin)
  import CLibcurl

  /// A semaphore whose timeout does not depend on the wall clock, unlike that of Dispatch on Linux.
  // The pointer is valid as long as this object, and the semaphore behind it is thread-safe.
  @safe package final class SteadySemaphore: @unchecked Sendable {
    /// Nil if there was no memory for it.
    ///
    /// In that case nothing waits.
    private let pointer: OpaquePointer?

    package init() { unsafe pointer = libcurl_semaphore_make() }

    deinit {
      if let pointer = unsafe pointer { unsafe libcurl_semaphore_free(pointer) }
    }

    package func signal() {
      if let pointer = unsafe pointer { unsafe libcurl_semaphore_signal(pointer) }
    }

    /// Waits for a signal; returns false after the timeout.
    func wait(microseconds: Int) -> Bool {
      guard let pointer = unsafe pointer else { return false }
      return unsafe libcurl_semaphore_wait(pointer, Int64(microseconds))
    }
  }

  /// A thread of this package.
  enum PackageThread {
    /// Runs the body on a dedicated thread, which blocks all signals except those of a crash.
    ///
    /// The name may have up to 15 characters.
    ///
    /// - Returns: False if the system refuses.
    static func start(_ name: StaticString, _ body: @escaping @Sendable () -> Void) -> Bool {
      // Passed to the thread, which consumes the reference.
      let context = unsafe Unmanaged.passRetained(Body(body))
      let hasStarted = name.withUTF8Buffer { name -> Bool in
        unsafe name.withMemoryRebound(to: CChar.self) { name -> Bool in
          guard let name = name.baseAddress else { return false }
          return unsafe libcurl_thread_start(
            name, { unsafe Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }, context.toOpaque())
        }
      }
      if !hasStarted { unsafe context.release() }
      return hasStarted
    }

    /// The system's number of this thread.
    static var number: Int32 { libcurl_thread_number() }

    /// Whether a thread runs or waits only for a processor; false if that is unknown.
    static func isReady(_ number: Int32) -> Bool { libcurl_thread_state(number) == CChar(UInt8(ascii: "R")) }

    /// The processor time of a thread; nil if it is unknown.
    static func processorTime(of number: Int32) -> Duration? {
      let time = libcurl_thread_time(number)
      return time < 0 ? nil : .nanoseconds(time)
    }

    private final class Body: Sendable {
      let run: @Sendable () -> Void

      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
  }
#else
  import Dispatch
  import Foundation

  /// A semaphore whose timeout does not depend on the wall clock.
  package final class SteadySemaphore: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func signal() { semaphore.signal() }

    /// Waits for a signal; returns false after the timeout.
    func wait(microseconds: Int) -> Bool {
      semaphore.wait(timeout: .now() + .microseconds(microseconds)) == .success
    }
  }

  /// A thread of this package.
  enum PackageThread {
    /// Runs the body on a dedicated thread.
    static func start(_ name: StaticString, _ body: @escaping @Sendable () -> Void) -> Bool {
      let thread = Thread(block: body)
      thread.name = "\(name)"
      thread.start()
      return true
    }

    static var number: Int32 { 0 }
    static func isReady(_ number: Int32) -> Bool { false }
    static func processorTime(of number: Int32) -> Duration? { nil }
  }
#endif

extension SteadySemaphore {
  /// Waits for a signal; returns false after the limit.
  package func wait(within limit: Duration) -> Bool {
    wait(microseconds: Int(clamping: max(0, limit.clampedNanoseconds / 1_000)))
  }
}
