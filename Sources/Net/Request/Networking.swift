/// Makes network requests. Code that needs the network depends on this protocol and is given an instance:
/// a ``NetworkSession`` in the program, a mock in a test.
///
/// ```swift
/// struct SearchService {
///   let network: any Networking
///
///   func search(_ q: String, completion: @escaping @Sendable (DataResponse<[Hit]>) -> Void) {
///     network.get("https://api.example.com/search", parameters: ["q": q])
///       .responseObject(of: [Hit].self, completionHandler: completion)
///   }
/// }
/// ```
public protocol Networking: RequestMaking where Request == any NetworkRequesting {
  /// What all waiting is done by: that of a session, so that what waits beside its requests (the reconnection of an
  /// event stream) waits in the same time. ``DispatchTimer`` unless an implementation says otherwise; one that wraps
  /// another network hands on the timer of that.
  var timer: any NetworkTimer { get }
}

extension Networking {
  /// The real time.
  public var timer: any NetworkTimer { DispatchTimer() }
}
