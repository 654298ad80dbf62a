public import Synchronization

/// What happens to an error that no closure handles.
///
/// An error is unhandled if the subscription that receives it has no closure for errors. In a debug build, it is then
/// written to standard error, as one line; in a release build, nothing happens. Pass a handler to log it, or to let a
/// test fail:
///
/// ```swift
/// StreamHooks.withUnhandledErrorHandler({ error in print("unhandled:", error) }) {
///   names.subscribe(onNext: { print($0) }).disposed(by: bag)
/// }
/// ```
public enum StreamHooks {
  /// A closure that receives an error.
  public typealias ErrorHandler = @Sendable (any Error) -> Void

  @TaskLocal private static var handler: ErrorHandler?

  /// Whether there has ever been a handler.
  ///
  /// Until then a subscription need not read the task-local value, which costs a tenth of what subscribing does.
  @usableFromInline static let isUsed = Atomic(false)

  /// Calls a closure, and passes the unhandled errors of subscriptions made inside it to a handler.
  ///
  /// ```swift
  /// StreamHooks.withUnhandledErrorHandler({ error in print("unhandled:", error) }) {
  ///   names.subscribe(onNext: { print($0) }).disposed(by: bag)
  /// }
  /// ```
  ///
  /// The handler applies to subscriptions made in the closure, including in tasks that are created there, and to no
  /// others. A subscription keeps it, and calls it whenever and wherever the error arrives: on the thread that delivers
  /// it, before `onDisposed`. Inside another call, the inner handler replaces the outer one. For a whole app, call it
  /// around the main function. Errors that `catch` or `retry` handles are not reported.
  public static func withUnhandledErrorHandler<Result>(
    _ handler: @escaping ErrorHandler, operation: () throws -> Result
  ) rethrows -> Result {
    isUsed.store(true, ordering: .relaxed)
    return try $handler.withValue(handler, operation: operation)
  }

  /// Calls an asynchronous closure, and passes the unhandled errors of subscriptions made inside it to a handler.
  ///
  /// ```swift
  /// let number = await StreamHooks.withUnhandledErrorHandler({ error in print("unhandled:", error) }) {
  ///   names.subscribe(onNext: { print($0) }).disposed(by: bag)
  ///   return try? await slowNumber()
  /// }
  /// ```
  ///
  /// It has the guarantees of the synchronous form.
  public static func withUnhandledErrorHandler<Result>(
    _ handler: @escaping ErrorHandler, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    isUsed.store(true, ordering: .relaxed)
    return try await $handler.withValue(handler, operation: operation, isolation: isolation)
  }

  /// Returns the closure that receives the errors of a new subscription, if there is one.
  @inlinable
  static func handler(or onError: ErrorHandler?) -> ErrorHandler? {
    // No `??`: its generic parameter would wrap the closure twice.
    if let onError { return onError }
    // Relaxed, because a handler applies only to code that runs after the store.
    return isUsed.load(ordering: .relaxed) ? current() : nil
  }

  @usableFromInline
  static func current() -> ErrorHandler? { handler }

  /// Reports an error for which there is neither a closure nor a handler.
  @usableFromInline
  static func report(_ error: any Error) {
    #if DEBUG
      writeToStandardError(line(about: error))
    #endif
  }

  /// The line that reports an error, without control characters and of a limited length.
  static func line(about error: any Error) -> String {
    let text = "\(error)".unicodeScalars.prefix(1000).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: "\(scalar)"
      }
    }
    return "Stream: unhandled error: \(text.joined())\n"
  }
}
