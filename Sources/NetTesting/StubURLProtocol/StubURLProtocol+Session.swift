import Dispatch
import Foundation
import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a request gets from its session, and Foundation on Linux shows no protocol: it is read off the task there.
/// What cannot be read is left out, so that a stub that asks for it does not match.
extension StubURLProtocol {
  /// The session that the request is of.
  var session: URLSession? {
    #if canImport(FoundationNetworking)
      task.flatMap { Self.child("session", of: $0) as? URLSession }
    #else
      nil
    #endif
  }

  /// The headers that the session's configuration adds.
  var additionalHeaders: HTTPHeaders {
    let fields = session?.configuration.httpAdditionalHeaders ?? [:]
    return HTTPHeaders(Dictionary(fields.map { ("\($0.key)", "\($0.value)") }) { first, _ in first })
  }

  /// The body of an upload task.
  var uploadedBody: Data? {
    #if canImport(FoundationNetworking)
      guard let task, let body = Self.child("knownBody", of: task) else { return nil }
      switch Mirror(reflecting: body).children.first?.value {
      case let data as DispatchData: return Data(data)
      case let file as URL: return try? Data(contentsOf: file)
      default: return nil
      }
    #else
      return nil
    #endif
  }

  /// Whether what is loaded is told as it comes.
  ///
  /// Linux hands a completion handler nothing but what was loaded last, so that must be the whole. Its delegate is
  /// notified of each chunk. Which of both a task has is known on the session's own queue alone, where a task starts.
  var takesPieces: Bool {
    #if canImport(FoundationNetworking)
      guard let session, session.delegate is any URLSessionDataDelegate, let task,
        let registry = Self.child("taskRegistry", of: session),
        let behaviours = Self.child("behaviours", of: registry)
      else { return false }
      return Mirror(reflecting: behaviours).children.contains { behaviour in
        guard let pair = behaviour.value as? (key: Int, value: Any), pair.key == task.taskIdentifier else {
          return false
        }
        return "\(pair.value)" == "callDelegate"
      }
    #else
      true
    #endif
  }

  #if canImport(FoundationNetworking)
    private static func child(_ name: String, of object: Any) -> Any? {
      var mirror: Mirror? = Mirror(reflecting: object)
      while let level = mirror {
        if let child = level.children.first(where: { $0.label == name }) {
          let value = Mirror(reflecting: child.value)
          return value.displayStyle == .optional ? value.children.first?.value : child.value
        }
        mirror = level.superclassMirror
      }
      return nil
    }
  #endif
}
