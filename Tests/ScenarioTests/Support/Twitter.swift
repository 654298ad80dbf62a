import Net
import NetStream
import Stream

/// The response to the search in S2 and S3.
struct TweetsResponse: Codable, Equatable, Sendable {
  var statuses: [String] = []
}

/// The location of the search.
struct TwitterConfiguration: Sendable {
  var endpoint = "https://search.twitter.com/1"
}

/// A user's own service, with callbacks and with streams.
struct TwitterAPIService: Sendable {
  let network: any Networking
  var configuration = TwitterConfiguration()

  func searchTweets(
    q: String, responseCallback: @escaping @Sendable (Result<TweetsResponse, NetworkError>) -> Void
  ) {
    network.get(configuration.endpoint, parameters: ["q": q])
      .response(delivery: .inline, responseSerializer: .decodable(of: TweetsResponse.self)) {
        responseCallback($0.result)
      }
  }

  func searchTweets(q: String) -> Single<TweetsResponse> {
    network.stream.get(configuration.endpoint, parameters: ["q": q]).object()
  }
}
