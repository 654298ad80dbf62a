import Foundation
import Net

/// The URLs that the pages of one subscription came from, before and after redirects, without what does not make
/// another request.
final class DeliveredPages: Sendable {
  private let urls = Lock<Set<String>>([])

  /// Records the page of a request that was redirected to the second URL, and responded to by the third.
  func insert(_ page: RequestDescription, _ sent: URL?, _ received: URL?) {
    let urls: [(any URLConvertible)?] = [page.wholeURL, sent, received]
    let texts = urls.compactMap { try? $0?.asURL().requestText }
    self.urls.withLock { $0.formUnion(texts) }
  }

  /// Returns the request, which fails if its URL has been requested before.
  func refusingRepeats(_ request: StreamRequest) -> StreamRequest {
    guard let url = try? request.description.url.asURL(),
      urls.withLock({ $0.contains(url.requestText) })
    else { return request }
    return request.with { $0.url = RepeatedPage(url: url.absoluteString) }
  }
}

/// The requests of the pages of one subscription, without what their session adds.
final class RequestedPages: Sendable {
  private let requests = Lock<Set<TransportRequest>>([])

  /// Returns the request, which fails if an equal one has been requested before.
  func refusingRepeats(_ request: StreamRequest) -> StreamRequest {
    guard let page = request.description.page, !requests.withLock({ $0.insert(page).inserted }),
      let url = try? request.description.url.asURL()
    else { return request }
    let text = url.scheme == nil ? url.relativeString : page.url.absoluteString
    return request.with { $0.url = RepeatedPage(url: text) }
  }
}

/// The target of a link or a request that leads back.
private struct RepeatedPage: URLConvertible {
  let url: String

  func asURL() throws -> URL { throw InvalidRequest.repeatedPage(url) }
}

extension RequestDescription {
  /// The URL, unless parameters are added to its query, which make it another page.
  fileprivate var wholeURL: (any URLConvertible)? {
    let addsToQuery = !sendsParametersInBody && parameters?.isEmpty == false
    return addsToQuery ? nil : url
  }

  /// The request as it is sent, for comparing pages; nil if it cannot be encoded, so that sending it fails.
  fileprivate var page: TransportRequest? {
    var description = self
    description.credentialScope = nil
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let request = try? description.transportRequest(
      baseURL: Self.base, headers: Self.noFields, accept: nil, encoder: encoder)
    guard var request else { return nil }
    // Otherwise a stream of many pages would keep all bodies.
    if let data = request.body.data { request.body = .data(Data(SHA256.digest(data))) }
    return request
  }

  /// The base of relative URLs, which is deep enough for `..` to differ from `/`.
  private static let base = URL(string: "http://pages.invalid/1/2/3/4/5/6/7/8").map(BaseURL.init)

  private static let noFields = SessionHeaders([:])
}
