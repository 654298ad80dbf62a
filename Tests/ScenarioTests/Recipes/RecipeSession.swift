import Foundation
import NetStream

// snippet: session
/// The session of the app: one for all services.
func recipeSession(
  baseURL: URL, token: RecipeToken?, transport: any Transport = PlatformTransport.standard(),
  timer: any NetworkTimer = DispatchTimer()
) -> NetworkSession {
  var configuration = SessionConfiguration()
  configuration.baseURL = baseURL
  configuration.headers = ["X-Client": "recipes/1.0"]
  configuration.timeouts.idle = .seconds(20)
  let plain = NetworkSession(configuration: configuration, transport: transport, timer: timer)
  configuration.interceptors = [
    AuthenticationInterceptor(
      authenticator: RecipeAuthenticator(network: plain), credential: token, timer: timer),
    RetryPolicy(maximumRetries: 2),
  ]
  return NetworkSession(configuration: configuration, transport: transport, timer: timer)
}
// snippet.end

// snippet: authenticator
extension RecipeToken: AuthenticationCredential {}

struct RecipeAuthenticator: RequestAuthenticator {
  /// A session without the interceptor, so that a refresh does not wait for itself.
  let network: any Networking

  func apply(_ token: RecipeToken, to request: inout TransportRequest) {
    request.headers.update(.authorization(bearerToken: token.access))
  }

  func refresh(
    _ token: RecipeToken, completion: @escaping @Sendable (Result<RecipeToken, any Error>) -> Void
  ) {
    network.post("refresh", parameters: ["refresh": token.refresh])
      .response(delivery: .inline, responseSerializer: .decodable(of: RecipeToken.self)) { response in
        completion(response.result.mapError { $0 })
      }
  }

  func isRequest(_ request: TransportRequest, authenticatedWith token: RecipeToken) -> Bool {
    request.headers["Authorization"] == "Bearer \(token.access)"
  }
}
// snippet.end
