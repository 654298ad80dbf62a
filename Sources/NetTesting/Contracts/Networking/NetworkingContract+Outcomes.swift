import Foundation
import Net

extension NetworkingContract {
  /// The laws on what counts as a success, and what a failure contains.
  static let outcomeLaws: [Law] = [
    Law("a status outside 2xx is a failure that keeps head and body") { trial in
      trial.script.answer("/missing", with: .json(#"{"message": "no such user"}"#).status(404))
      let error = try await trial.network().get("missing").logging(.data).wait().error
      try ContractBreach.unlessEqual(error?.reason, .validation(.statusCode(404)), "the reason")
      try ContractBreach.unlessEqual(error?.response?.status, 404, "the head")
      try ContractBreach.unlessEqual(error?.data, Data(#"{"message": "no such user"}"#.utf8), "the body")
      try ContractBreach.unlessEqual(
        try error?.decodeBody(as: [String: String].self), ["message": "no such user"], "the decoded body")
    },

    Law("an unacceptable content type is a failure unless the body is empty") { trial in
      trial.script.answer("/page", with: .text("<html>").header("Content-Type", "text/html"))
      trial.script.answer("/empty", with: .status(204).header("Content-Type", "text/html"))
      let network = try trial.network()
      let headers: HTTPHeaders = ["Accept": "application/json"]
      let reason = try await network.get("page", headers: headers).logging(.data).wait().error?.reason
      try ContractBreach.unlessEqual(
        reason, .validation(.contentType("text/html", acceptable: ["application/json"])), "the reason")
      let empty = try await network.get("empty", headers: headers).logging(.void).wait()
      try ContractBreach.unlessEqual(empty.error?.reason, nil, "the reason of the empty one")
    },

    Law("every response to an unvalidated request is a success") { trial in
      trial.script.answer("/missing", with: .text("gone").status(410))
      let response = try await trial.network().get("missing").unvalidated().logging(.string).wait()
      try ContractBreach.unlessEqual(response.value, "gone", "the value")
      try ContractBreach.unlessEqual(response.response?.status, 410, "the status")
    },

    Law("a custom rule receives head and body, and its error is kept") { trial in
      trial.script.answer("/rule", with: .text("hello").header("X-Rule", "1"))
      let request = try trial.network().get("rule").validate { received in
        if received.head.headers["X-Rule"] == "1", received.data == Data("hello".utf8) {
          throw ContractFailure()
        }
      }
      let error = try await request.logging(.data).wait().error
      try ContractBreach.unlessEqual(error?.reason, .validation(.custom), "the reason")
      try ContractBreach.unless(
        error?.underlyingError is ContractFailure, "the underlying error is not the rule's")
    },

    Law("a body that cannot be decoded is a failure that keeps the body") { trial in
      trial.script.answer("/broken", with: .json("{"))
      let error = try await trial.network().get("broken").logging(.decodable(of: [String].self)).wait().error
      guard case .serialization? = error?.reason else {
        throw ContractBreach("the reason is \(error.map { "\($0.reason)" } ?? "a success")")
      }
      try ContractBreach.unlessEqual(error?.data, Data("{".utf8), "the body")
      try ContractBreach.unless(error?.underlyingError != nil, "the decoder's error is lost")
    },

    Law("an empty body decodes to Void, and fails if a value is required") { trial in
      trial.script.answer("/empty", with: .status(204))
      let request = try trial.network().get("empty")
      try ContractBreach.unlessEqual(try await request.logging(.void).wait().error?.reason, nil, "the reason")
      guard
        case .serialization? = try await request.logging(.decodable(of: [String].self)).wait().error?.reason
      else { throw ContractBreach("an array was decoded from an empty body") }
    },

    Law("a connection failure is a transport failure that keeps its error") { trial in
      trial.script.answer("/broken", with: .failure(ContractFailure()))
      let error = try await trial.network().get("broken").logging(.data).wait().error
      guard case .transport? = error?.reason else {
        throw ContractBreach("the reason is \(error.map { "\($0.reason)" } ?? "a success")")
      }
      try ContractBreach.unless(error?.underlyingError != nil, "the transport's error is lost")
      try ContractBreach.unlessEqual(error?.request?.url.path, "/broken", "the request")
    },

    Law("repeated fields of a response are kept") { trial in
      trial.script.answer(
        "/cookies", with: .text("x").addingHeader("Set-Cookie", "one=1").addingHeader("Set-Cookie", "two=2"))
      let head = try await trial.network().get("cookies").logging(.data).wait().response
      try ContractBreach.unlessEqual(
        head?.headers.values(for: "Set-Cookie"), ["one=1", "two=2"], "Set-Cookie")
    },
  ]
}
