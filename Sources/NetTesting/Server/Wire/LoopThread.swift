import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A thread of one's own that can be waited for until it is really gone, which a pool's cannot.
struct LoopThread: Sendable {
  private final class Body: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  #if canImport(Darwin)
    // An opaque handle that is only compared, joined and detached; the system guards what it stands for.
    private nonisolated(unsafe) let handle: pthread_t
  #else
    private let handle: pthread_t
  #endif

  /// Starts the thread. The name, of up to 15 letters, is what tools show.
  init(name: String, run: @escaping @Sendable () -> Void) throws(Socket.Failure) {
    let body = unsafe Unmanaged.passRetained(Body(name: name, run: run))
    #if canImport(Darwin)
      var made: pthread_t?
      // The body is retained here and taken over, once, by the new thread.
      let code = unsafe pthread_create(&made, nil, { unsafe LoopThread.main($0) }, body.toOpaque())
      guard code == 0, let made = unsafe made else {
        unsafe body.release()
        throw Socket.Failure(call: "pthread_create", code: code)
      }
      unsafe handle = made
    #else
      var made = pthread_t()
      // The body is retained here and taken over, once, by the new thread.
      let code = unsafe pthread_create(
        &made, nil,
        { context in
          guard let context = unsafe context else { return nil }
          return unsafe LoopThread.main(context)
        }, body.toOpaque())
      guard code == 0 else {
        unsafe body.release()
        throw Socket.Failure(call: "pthread_create", code: code)
      }
      handle = made
    #endif
  }

  private static func main(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    // Takes over the one retain of `init`.
    let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
    Thread.current.name = body.name
    body.run()
    return nil
  }

  /// Whether this is the thread that asks.
  var isCurrent: Bool {
    #if canImport(Darwin)
      unsafe pthread_equal(pthread_self(), handle) != 0
    #else
      pthread_equal(pthread_self(), handle) != 0
    #endif
  }

  /// Waits until the thread is gone. On the thread itself, which cannot wait for itself, it lets go of it.
  func join() {
    #if canImport(Darwin)
      if isCurrent { unsafe pthread_detach(handle) } else { unsafe pthread_join(handle, nil) }
    #else
      if isCurrent { pthread_detach(handle) } else { pthread_join(handle, nil) }
    #endif
  }
}
