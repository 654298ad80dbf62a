import Foundation
import Net
import NetTesting
import TestSupport
import Testing

struct ParameterEncoderTests {
  private struct Search: Encodable {
    var q = "a b"
    var page = 2
  }

  private let transport = MockTransport()

  private var session: NetworkSession {
    transport.nextData = Data()
    return NetworkSession(transport: transport, timer: TestScheduler())
  }

  private var sent: String {
    transport.requests.map { request in
      [
        "\(request.method)", request.url.query(percentEncoded: true) ?? "-",
        request.headers["Content-Type"] ?? "-", String(decoding: request.body, as: UTF8.self),
      ].joined(separator: " ")
    }.joined(separator: "\n")
  }

  private let form = "application/x-www-form-urlencoded; charset=utf-8"

  @Test func aFormIsTheQueryOfAGet() {
    session.get("https://example.com/?x=1", parameters: Search(), encoder: .urlEncodedForm).resume()
    expectEqual(sent, "GET x=1&q=a%20b&page=2 - ")
  }

  @Test func aFormIsTheQueryOfADelete() {
    session.delete("https://example.com/", parameters: Search(), encoder: .urlEncodedForm).resume()
    expectEqual(sent, "DELETE q=a%20b&page=2 - ")
  }

  @Test func theDefaultEncodersAreThoseWithoutOptions() {
    let url = "https://example.com/"
    session.post(url, parameters: ["q": "a"], encoder: JSONParameterEncoder.default).resume()
    session.post(url, parameters: ["q": "a"], encoder: URLEncodedFormParameterEncoder.default).resume()
    expectEqual(sent, "POST - application/json {\"q\":\"a\"}\nPOST - \(form) q=a")
  }

  @Test func aFormIsTheBodyOfOtherMethods() {
    session.post("https://example.com/", parameters: Search(), encoder: .urlEncodedForm).resume()
    session.put("https://example.com/", parameters: Search(), encoder: .urlEncodedForm).resume()
    session.patch("https://example.com/", parameters: Search(), encoder: .urlEncodedForm).resume()
    let rest = "- \(form) q=a%20b&page=2"
    expectEqual(sent, "POST \(rest)\nPUT \(rest)\nPATCH \(rest)")
  }

  @Test func theDestinationCanBeChosen() {
    session.post(
      "https://example.com/", parameters: Search(), encoder: .urlEncodedForm(destination: .queryString)
    ).resume()
    expectEqual(sent, "POST q=a%20b&page=2 - ")
  }

  @Test func theFormEncoderCanBeReplaced() {
    let encoder = URLEncodedFormEncoder(spaceEncoding: .plusReplaced)
    session.get("https://example.com/", parameters: Search(), encoder: .urlEncodedForm(encoder: encoder))
      .resume()
    expectEqual(sent, "GET q=a+b&page=2 - ")
  }

  @Test func jsonIsTheBody() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    session.post("https://example.com/", parameters: Search(), encoder: .json(encoder: encoder)).resume()
    expectEqual(sent, #"POST - application/json {"page":2,"q":"a b"}"#)
  }

  @Test func aContentTypeInTheHeadersIsKept() {
    session.post(
      "https://example.com/", parameters: ["a": 1], encoder: .json, headers: [.contentType("application/x")]
    ).resume()
    expectEqual(sent, #"POST - application/x {"a":1}"#)
  }

  @Test func jsonParametersOfARequestWithABodyGoIntoTheQuery() throws {
    var request = TransportRequest(
      method: .post, url: try "https://example.com/".asURL(), headers: [.contentType("text/plain")],
      body: .data(Data("x".utf8)))
    try JSONParameterEncoder().encode(Search(), into: &request)
    expectEqual(request.url.absoluteString, "https://example.com/?q=a%20b&page=2")
    expectEqual(request.body, .data(Data("x".utf8)))
    expectEqual(request.headers["Content-Type"], "text/plain")
  }

  private func error(of request: any NetworkRequesting) -> NetworkError? {
    let got = Captured<DataResponse<Data>>()
    request.response(delivery: .inline, responseSerializer: .data) { got.set($0) }
    return got.value?.error
  }

  @Test func aJSONBodyOfAGetIsAnError() {
    let error = error(of: session.get("https://example.com/", parameters: Search(), encoder: .json))
    expectEqual(error?.reason, .invalidRequest(.bodyNotAllowed(.get)))
    expectTrue(transport.requests.isEmpty)
  }

  @Test func anEncodingErrorFailsTheRequestBeforeSending() {
    let error = error(of: session.get("https://example.com/", parameters: [1], encoder: .urlEncodedForm))
    expectEqual(error?.reason, .encoding)
    expectEqual(error?.underlyingError as? URLEncodedFormError, .topLevelNotKeyed("Array<Int>"))
    expectTrue(transport.requests.isEmpty)
  }

  private struct Describing: RequestMaking {
    func request(_ description: RequestDescription) -> RequestDescription { description }
  }

  @Test func parametersAddedToTheDescriptionAreKept() {
    var search = Describing().get(
      "https://example.com/", parameters: Search(), encoder: .urlEncodedForm)
    search.parameters?.append("more", 1)
    session.request(search).resume()
    expectEqual(sent, "GET q=a%20b&page=2&more=1 - ")
  }
}
