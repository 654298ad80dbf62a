import Foundation
import Net

extension NetworkingContract {
  /// The laws on what is sent, and what is rejected before it is sent.
  static let requestLaws: [Law] = [
    Law("a relative URL is resolved against the base URL, an absolute one is unchanged") { trial in
      trial.script.answer("/users/1", with: .text("hello"))
      let network = try trial.network()
      try await network.get("users/1").logging(.data).wait()
      try await network.get(trial.script.baseURL.appending(path: "users/1")).logging(.data).wait()
      try ContractBreach.unlessEqual(
        trial.script.requests.map(\.url.path), ["/users/1", "/users/1"], "requests to")
    },

    Law("parameters go to the query of a GET and to the body of a POST") { trial in
      trial.script.answer("/search", with: .text("hello"))
      let network = try trial.network()
      try await network.get("search", parameters: ["q": "a&b", "n": 2]).logging(.data).wait()
      try await network.post("search", parameters: ["q": "ö"]).logging(.data).wait()
      let got = trial.script.requests
      try ContractBreach.unlessEqual(got.first?.url.query(percentEncoded: true), "q=a%26b&n=2", "the query")
      try ContractBreach.unlessEqual(got.last?.url.query(percentEncoded: true), nil, "the query of the POST")
      try ContractBreach.unlessEqual(got.last?.body, Data("q=%C3%B6".utf8), "the body")
      let type = got.last?.headers["Content-Type"]
      try ContractBreach.unless(
        type?.hasPrefix("application/x-www-form-urlencoded") == true, "the content type \(type ?? "nil")")
    },

    Law("the session's headers are sent, and those of the request take precedence") { trial in
      trial.script.answer("/headers", with: .text("hello"))
      let network = try trial.network { $0.headers = ["X-Both": "session", "X-Session": "1"] }
      try await network.get("headers", headers: ["X-Both": "request"]).logging(.data).wait()
      let headers = trial.script.requests.first?.headers
      try ContractBreach.unlessEqual(headers?.values(for: "X-Both"), ["request"], "X-Both")
      try ContractBreach.unlessEqual(headers?["X-Session"], "1", "X-Session")
    },

    Law("an invalid request fails with an error and is not sent") { trial in
      let network = try trial.network()
      let refused: [(String, any NetworkRequesting)] = [
        ("an invalid URL", network.get("http://[::1")),
        ("a line break in a header", network.get("x", headers: ["X-Bad": "a\r\nb: c"])),
        (
          "a GET with a body",
          network.request(RequestDescription("x", content: .data(Data("b".utf8), contentType: nil)))
        ),
      ]
      for (what, request) in refused {
        let reason = try await request.logging(.data).wait().error?.reason
        guard case .invalidRequest = reason else {
          throw ContractBreach("\(what) ended with \(reason.map { "\($0)" } ?? "success")")
        }
      }
      try ContractBreach.unlessEqual(trial.script.requests.count, 0, "number of requests")
    },
  ]
}
