import Foundation
import Net

extension TransportContract {
  /// The laws by which every response is delivered unchanged; the session interprets it.
  static let responseLaws: [Law] = [
    Law("every status is a response") { trial in
      for status in [200, 201, 202, 206, 299, 400, 403, 404, 409, 418, 429, 500, 502, 503, 599] {
        trial.script.answer("/\(status)", with: .text("why").status(status))
        let run = try await trial.run(trial.request(.get, "\(status)"))
        try ContractBreach.unlessEqual(run.log.summary, ["head \(status)", "body", "finished"], "events")
      }
    },

    Law("HEAD, 204 and 304 have no body, whatever their headers say") { trial in
      trial.script.answer("/head", with: .text("hello"))
      trial.script.answer("/204", with: .status(204))
      trial.script.answer("/304", with: .status(304).header("ETag", "\"1\"").header("Content-Length", "5"))
      let answers: [(HTTPMethod, Int)] = [(.head, 200), (.get, 204), (.get, 304)]
      for (method, status) in answers {
        let run = try await trial.run(trial.request(method, method == .head ? "head" : "\(status)"))
        try ContractBreach.unlessEqual(run.log.summary, ["head \(status)", "finished"], "events")
      }
    },

    Law("an interim response is not the head of the response", isAboutSockets: true) { trial in
      let interim = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"
      let final = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
      trial.script.answer("/interim", with: .fault(.garbage(Data("\(interim)\(interim)\(final)".utf8))))
      let run = try await trial.run(trial.request(.get, "interim"))
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "finished"], "events")
      try ContractBreach.unlessEqual(run.log.head?.headers["Link"], nil, "a field of the interim response")
    },

    Law("a content coding is decoded, and its field kept", isAboutSockets: true) { trial in
      // "hello hello hello", compressed with gzip (RFC 1952).
      let compressed = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAkACAiPnlEQAAAA==") ?? Data()
      trial.script.answer("/gzip", with: .data(compressed, headers: ["Content-Encoding": "gzip"]))
      let run = try await trial.run(trial.request(.get, "gzip"))
      try ContractBreach.unlessEqual(run.log.body, Data("hello hello hello".utf8), "the body")
      try ContractBreach.unlessEqual(run.log.head?.headers["Content-Encoding"], "gzip", "the field")
    },

    Law("redirects are not followed") { trial in
      trial.script.answer("/target", with: .text("target"))
      for status in [301, 302, 303, 307, 308] {
        let target = trial.url("target").absoluteString
        trial.script.answer("/\(status)", with: .redirect(to: target, status: status))
        let run = try await trial.run(trial.request(.post, "\(status)", body: Data("x".utf8)))
        try ContractBreach.unlessEqual(
          run.log.summary.filter { $0 != "sent" }, ["head \(status)", "finished"], "events")
        try ContractBreach.unlessEqual(run.log.head?.headers["Location"], target, "the location")
      }
      try ContractBreach.unlessEqual(trial.script.requests.count, 5, "number of requests")
    },

    Law("a 401 of any kind is a response, with its body") { trial in
      let challenges = [
        "Basic realm=\"a\"", "Bearer", "Digest realm=\"a\", nonce=\"b\", qop=\"auth\"", "Negotiate", nil,
      ]
      for (number, challenge) in challenges.enumerated() {
        var answer = StubResponse.text("who are you?").status(401)
        if let challenge { answer = answer.header("WWW-Authenticate", challenge) }
        trial.script.answer("/\(number)", with: answer)
        let run = try await trial.run(trial.request(.get, "\(number)"))
        try ContractBreach.unlessEqual(
          run.log.summary, ["head 401", "body", "finished"],
          "events of \(challenge ?? "a 401 without a challenge")")
        try ContractBreach.unlessEqual(run.log.body, Data("who are you?".utf8), "the body")
      }
      try ContractBreach.unlessEqual(trial.script.requests.count, challenges.count, "number of requests")
    },

    Law("a failure is not tried again") { trial in
      trial.script.answer("/busy", with: .status(503).header("Retry-After", "0"))
      trial.script.answer("/broken", with: .failure(ContractFailure()))
      _ = try await trial.run(trial.request(.get, "busy"))
      let broken = try await trial.run(trial.request(.post, "broken", body: Data("x".utf8)))
      try ContractBreach.unless(broken.log.failure != nil, "the broken exchange ended \(broken.log.summary)")
      try ContractBreach.unlessEqual(
        trial.script.requests.map(\.url.path), ["/busy", "/broken"], "requests to")
    },

    Law("repeated fields are all kept, and Set-Cookie fields are separate") { trial in
      trial.script.answer(
        "/fields",
        with: .status(204).addingHeader("X-Twice", "a").addingHeader("X-Twice", "b")
          .addingHeader("Set-Cookie", "one=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT")
          .addingHeader("Set-Cookie", "two=2"))
      let headers = try await trial.run(trial.request(.get, "fields")).log.head?.headers
      let twice = headers?.values(for: "X-Twice").joined(separator: ",").filter { $0 != " " }
      try ContractBreach.unlessEqual(twice, "a,b", "X-Twice")
      try ContractBreach.unlessEqual(
        headers?.values(for: "Set-Cookie"), ["one=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "two=2"],
        "Set-Cookie")
    },

    Law("cookies are not stored") { trial in
      trial.script.answer("/cookie", with: .status(204).header("Set-Cookie", "one=1; Path=/"))
      _ = try await trial.run(trial.request(.get, "cookie"))
      _ = try await trial.run(trial.request(.get, "cookie"))
      try ContractBreach.unlessEqual(
        trial.script.requests.map { $0.headers["Cookie"] }, [nil, nil], "cookies sent")
    },

    Law("responses are not cached") { trial in
      trial.script.answer(
        "/cached",
        with: .text("hello").header("Cache-Control", "public, max-age=31536000").header("ETag", "\"1\""))
      _ = try await trial.run(trial.request(.get, "cached"))
      _ = try await trial.run(trial.request(.get, "cached"))
      try ContractBreach.unlessEqual(trial.script.requests.count, 2, "number of requests")
      try ContractBreach.unlessEqual(
        trial.script.requests.last?.headers["If-None-Match"], nil, "a condition of the transport's own")
    },
  ]
}
