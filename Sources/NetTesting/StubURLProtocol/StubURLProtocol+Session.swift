import Dispatch
import Foundation
import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Values of the session that Foundation on Linux does not pass to a URL protocol; there they are read from the task
/// by reflection. A value that cannot be read is missing, so that stubs that require it do not match.
extension StubURLProtocol {
  /// The session of the request.
  var session: URLSession? {
    #if canImport(Darwin)
      nil
    #else
      task.flatMap { Self.child("session", of: $0) as? URLSession }
    #endif
  }

  /// How long Foundation would wait for the next byte of the response; nil if it measures the time itself.
  ///
  /// A request has the timeout of the configuration unless it states another one than the default.
  var timeout: Duration? {
    #if canImport(Darwin)
      return nil
    #else
      let own = request.timeoutInterval
      let seconds = own == 60 ? session?.configuration.timeoutIntervalForRequest ?? own : own
      return seconds > 0 ? Duration(clampedSeconds: seconds) : nil
    #endif
  }

  /// The headers that the session's configuration adds.
  var additionalHeaders: HTTPHeaders {
    let fields = session?.configuration.httpAdditionalHeaders ?? [:]
    return HTTPHeaders(Dictionary(fields.map { ("\($0.key)", "\($0.value)") }) { first, _ in first })
  }

  /// The body of an upload task.
  var uploadedBody: Data? {
    #if canImport(Darwin)
      return nil
    #else
      guard let task, let body = Self.child("knownBody", of: task) else { return nil }
      switch Mirror(reflecting: body).children.first?.value {
      case let data as DispatchData: return Data(data)
      case let file as URL: return try? Data(contentsOf: file)
      default: return nil
      }
    #endif
  }

  /// Whether the body is a stream that Foundation asks the delegate for.
  ///
  /// On Linux a URL protocol sees none; on Apple's platforms it is that of the request.
  var isStreamed: Bool {
    #if canImport(Darwin)
      false
    #else
      guard let task = task as? URLSessionUploadTask, let body = Self.property("knownBody", of: task) else {
        return false
      }
      let mirror = Mirror(reflecting: body)
      return mirror.displayStyle == .optional && mirror.children.isEmpty
    #endif
  }

  /// Whether the loading that is stopped may be started again, because its task was suspended, not cancelled.
  ///
  /// A task that was suspended and resumed at once is running again when the loading is stopped.
  var mayContinue: Bool {
    #if canImport(Darwin)
      false
    #else
      task.map { $0.state == .suspended || $0.state == .running } ?? false
    #endif
  }

  #if !canImport(Darwin)
    /// How Foundation notifies of the task.
    ///
    /// - `takesChunks`: Whether chunks of the body are passed on as they arrive. A completion handler receives only the
    ///   last chunk, so the body must be passed on as a whole; a delegate receives every chunk.
    /// - `delegate`: The delegate that is notified of the sent body.
    ///
    /// It is known only on the session's own queue, where a task starts.
    var notification: (takesChunks: Bool, delegate: (any URLSessionTaskDelegate)?) {
      guard let session, let task, let behaviour = behaviour(of: task, in: session) else {
        return (false, nil)
      }
      guard let handler = Mirror(reflecting: behaviour).children.first?.value else {
        guard "\(behaviour)" == "callDelegate" else { return (false, nil) }
        let delegate = session.delegate
        return (delegate is any URLSessionDataDelegate, delegate as? any URLSessionTaskDelegate)
      }
      // A completion handler, alone or with the delegate of the task.
      let parts = Mirror(reflecting: handler).children.lazy.map(\.value)
      return (false, parts.compactMap { $0 as? any URLSessionTaskDelegate }.first)
    }

    private func behaviour(of task: URLSessionTask, in session: URLSession) -> Any? {
      guard let registry = Self.child("taskRegistry", of: session),
        let behaviours = Self.child("behaviours", of: registry)
      else { return nil }
      for behaviour in Mirror(reflecting: behaviours).children {
        guard let pair = behaviour.value as? (key: Int, value: Any), pair.key == task.taskIdentifier else {
          continue
        }
        return pair.value
      }
      return nil
    }

    /// The value of a property, or that of the optional in it; nil without either.
    private static func child(_ name: String, of object: Any) -> Any? {
      guard let property = property(name, of: object) else { return nil }
      let value = Mirror(reflecting: property)
      return value.displayStyle == .optional ? value.children.first?.value : property
    }

    /// The value of a property, which may be an optional; nil without the property.
    private static func property(_ name: String, of object: Any) -> Any? {
      var mirror: Mirror? = Mirror(reflecting: object)
      while let level = mirror {
        if let child = level.children.first(where: { $0.label == name }) { return child.value }
        mirror = level.superclassMirror
      }
      return nil
    }
  #endif
}
