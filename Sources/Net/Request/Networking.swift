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
public protocol Networking: RequestMaking where Request == any NetworkRequesting {}
