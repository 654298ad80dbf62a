import Foundation

/// Repeats what opens a file, while the process may open no more.
///
/// Other requests that end set descriptors free. No thread waits meanwhile, because those downloads that have a file
/// need the threads to complete.
struct DescriptorWait: Sendable {
  /// How long it waits, as a request that needs a descriptor for its connection does.
  static let patience = Duration.seconds(30)

  private let timer: any NetworkTimer

  init(_ timer: any NetworkTimer) { self.timer = timer }

  /// Performs an action, and repeats it every 20 ms while a descriptor is missing, for half a minute.
  ///
  /// - Parameters:
  ///   - action: The action; it changes nothing if a descriptor is missing.
  ///   - waited: How long it has been repeated already.
  ///   - done: Called with its last result.
  func perform<Value: Sendable>(
    _ action: @escaping @Sendable () throws(NetworkError) -> Value, waited: Duration = .zero,
    done: @escaping @Sendable (Result<Value, NetworkError>) -> Void
  ) {
    let result = Result { () throws(NetworkError) in try action() }
    guard case .failure(let error) = result, error.lacksDescriptor, waited < Self.patience else {
      return done(result)
    }
    let pause = Duration.milliseconds(20)
    _ = timer.schedule(after: pause) { perform(action, waited: waited + pause, done: done) }
  }
}

extension NetworkError {
  /// Whether a file could not be opened because the process, or the system, has too many open files.
  var lacksDescriptor: Bool {
    guard case .transfer(.fileUnwritable) = reason else { return false }
    return (underlyingError as? POSIXError)?.lacksDescriptor ?? false
  }
}
