import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What happens on the wire, at every level: the same values, errors and requests.
@Suite(.netTesting) struct LevelAgreementTests {
  struct Story: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var levels: [TestNetwork.Level]
    /// Stubs the network, sends requests, and returns what a user sees.
    var run: @Sendable (TestNetwork) async throws -> [String]

    init(
      _ name: String, at levels: [TestNetwork.Level] = TestNetwork.Level.allCases,
      _ run: @escaping @Sendable (TestNetwork) async throws -> [String]
    ) {
      testDescription = name
      self.levels = levels
      self.run = run
    }
  }

  @Test(arguments: redirects + messages + bodies + failures + streams + transfers + policies + webSockets)
  func levelsAgree(on story: Story) async throws {
    let failures = CollectedFailures()
    try await failures.collectAsync {
      let seen = try await everyLevel(of: story.levels, story.run)
      expectFalse(seen.isEmpty)
    }
    expectEqual(failures.messages, [])
  }

  /// The parts of a response that a user sees, without the fields that the connection adds.
  static func seen(
    _ request: any NetworkRequesting, ignoring: Set<String> = ["date", "content-length", "connection"]
  ) async -> [String] {
    let response = await request.unvalidated().response(.data)
    let fields = (response.response?.headers ?? [:]).filter { !ignoring.contains($0.name.lowercased()) }
      .map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    let body = response.data.map { String(decoding: $0, as: UTF8.self) } ?? "no body"
    let error = response.error.map { error in
      if case .transport = error.reason { "transport" } else { "\(error.reason)" }
    }
    return [
      "\(response.response?.status ?? 0) \(response.response?.url?.absoluteString ?? "no URL")", body,
      error ?? "no error",
    ] + fields
  }

  // MARK: - Redirects

  static let redirects: [Story] =
    [301, 302, 303, 307, 308].map { status in
      Story("a POST that is redirected with \(status)") { network in
        network.stub(.uri("/old"), with: .redirect(to: "/new", status: status))
        network.stub(.uri("/new"), with: .text("new"))
        return await seen(network.post("/old", httpBody: Data("a=1".utf8), contentType: "text/plain"))
      }
    } + [
      Story("a redirect to another host drops credentials") { network in
        network.stub(.get("https://a.example/x"), with: .redirect(to: "https://b.example/y?z=1#part"))
        network.stub(.get("https://b.example/y"), with: .text("b"))
        return await seen(
          network.get("https://a.example/x#start", headers: ["Authorization": "Bearer 1", "X-A": "1"]))
      },
      Story("a redirect loop") { network in
        network.stub(.get("/a"), with: .redirect(to: "/b"))
        network.stub(.get("/b"), with: .redirect(to: "/a"))
        return await seen(network.get("/a"))
      },
      Story("a refused redirect with a body") { network in
        network.stub(.get("/a"), with: .redirect(to: "/b").header("X-A", "1"))
        return await seen(network.get("/a").redirects(.refuse))
      },
      Story("a redirect without a location") { network in
        network.stub(.get("/a"), with: .text("moved").status(302))
        return await seen(network.get("/a"))
      },
      Story("a redirect to no URL") { network in
        network.stub(.get("/a"), with: .redirect(to: "http://"))
        return await seen(network.get("/a"))
      },
      Story("a redirect to another scheme") { network in
        network.stub(.get("/a"), with: .redirect(to: "ftp://h/b"))
        return await seen(network.get("/a"))
      },
    ]

  // MARK: - Messages

  static let messages: [Story] = [
    Story("statuses without bodies") { network in
      var all: [String] = []
      for status in [204, 205, 304] {
        network.stub(.get("/\(status)"), with: .status(status).header("ETag", "\"1\""))
        all += await seen(network.get("/\(status)"))
      }
      return all
    },
    Story("HEAD") { network in
      network.stub(.head("/a"), with: .json("{}"))
      network.stub(.head("/none"), with: .text("not here").status(404))
      return await seen(network.head("/a")) + seen(network.head("/none"))
    },
    Story("the length of a HEAD response") { network in
      network.stub(.head("/a"), with: .text("12345"))
      return await seen(network.head("/a"), ignoring: ["date", "connection"])
    },
    Story("an empty body") { network in
      network.stub(.get("/a"), with: .status(200))
      network.stub(.get("/error"), with: .status(500))
      let value = await network.get("/a").response(.string)
      let none = await network.get("/a").response(.void)
      let error = await network.get("/error").response(.json)
      return ["\(value.result)", "\(none.error == nil)", "\(String(describing: error.error))"]
    },
    Story("repeated fields") { network in
      network.stub(
        .get("/a"),
        with: .text("a").addingHeader("X-Many", "1").addingHeader("x-many", "2").addingHeader(
          "X-Many", "3, 4"))
      let headers = await network.get("/a").response(.string).response?.headers
      return [headers?["X-MANY"] ?? "none"]
    },
    Story("cookies as fields") { network in
      network.stub(
        .get("/a"),
        with: .text("a").addingHeader("Set-Cookie", "a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT")
          .addingHeader("Set-Cookie", "b=2"))
      let headers = await network.get("/a").response(.string).response?.headers ?? [:]
      return headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
    },
    Story("fields with odd values") { network in
      network.stub(
        .get("/a"),
        with: .text("a").header("X-Empty", "").header("X-Space", "  padded\t").header("X-Tab", "a\tb")
          .header("x-lOWER", "1").header("X-Latin", "caf\u{e9}"))
      return await seen(network.get("/a"))
    },
    Story("fields of requests") { network in
      network.stub(.get("/a"), with: .text("a"))
      return await seen(
        network.get(
          "/a",
          headers: [
            "x-lower": "1", "X-Empty": "", "X-Comma": "a, b", "Accept": "text/*", "User-Agent": "me",
            "Cookie": "a=1; b=2", "Referer": "https://h/", "X-Latin": "caf\u{e9}",
          ]))
    },
    Story("methods") { network in
      network.stub(.everything, with: .text("a"))
      var all: [String] = []
      for method: HTTPMethod in [.get, .post, .put, .patch, .delete, .options, "QUERY"] {
        all += await seen(network.request("/\(method)", method: method))
      }
      return all
    },
    Story("URLs") { network in
      network.stub(.everything, with: .text("a"))
      var all: [String] = []
      for url in [
        "https://h/a%2Fb?q=a%20b+c&x=%E2%9C%93", "https://h/\u{fc}/\u{2713}", "http://[::1]:8080/a",
        "https://h",
        "https://h?", "https://h/?", "https://h/a?#", "https://h/a//b/../c/./d", "https://H.Example/A",
        "https://h:443/a", "https://h/a;b=1?c=d;e", "https://h/'(a)*!$&+,=@:", "https://h/a?q=[1]|{2}^`\"",
        "https://user:word@h/a", "https://b\u{fc}cher.example/", "https://h/%7Ea/%zz",
      ] {
        all += await seen(network.get(url))
      }
      return all
    },
    Story("an interim response") { network in
      network.stub(.get("/a"), with: .text("a").interim(103, headers: ["Link": "</a.css>"]))
      return await seen(network.get("/a"))
    },
    Story("trailers") { network in
      network.stub(.get("/a"), with: .text("a").trailer("X-Sum", "1"))
      return await seen(network.get("/a"), ignoring: ["date", "connection", "trailer", "transfer-encoding"])
    },
    Story("unusual statuses") { network in
      var all: [String] = []
      for status in [207, 299, 418, 451, 499, 599] {
        network.stub(.get("/\(status)"), with: .text("a").status(status))
        all += await seen(network.get("/\(status)"))
      }
      return all
    },
  ]

  // MARK: - Failures

  static let failures: [Story] =
    [
      ServerFault.reset, .close, .garbage, .endlessHeader, .truncatedChunk, .contentLength(off: 3),
      .contentLength(off: -2), .reset(after: .headBytes(9)), .close(after: .headBytes(9)),
      .reset(after: .bodyBytes(0)), .close(after: .bodyBytes(3)), .reset(after: .bodyBytes(3)),
      .close(after: .end), .reset(after: .end),
    ].map { fault in
      Story("\(fault)") { network in
        network.stub(.get("/a"), with: .text("hello").fault(fault))
        let response = await network.get("/a").response(.string)
        let error = response.error.map { error in
          if case .transport = error.reason { "transport" } else { "\(error.reason)" }
        }
        return ["\(response.value ?? "none") \(error ?? "no error")"]
      }
    } + [
      Story("a failure without a response") { network in
        network.stub(.get("/a"), with: .failure(URLError(.cannotFindHost)))
        return await seen(network.get("/a"))
      },
      Story("a timeout before the response") { network in
        network.stub(.get("/a"), with: .fault(.stall))
        return await seen(network.get("/a").timeout(idle: .seconds(1)))
      },
      Story("a timeout inside the body") { network in
        network.stub(.get("/a"), with: .text("hello").fault(.stall(after: .bodyBytes(2))))
        let error = await network.get("/a").timeout(idle: .seconds(1)).response(.string).error
        return ["\(String(describing: error?.reason))"]
      },
      Story("cancelled before the response") { network in
        network.stub(.get("/a"), with: .fault(.stall))
        let request = network.get("/a")
        async let response = request.response(.string)
        while network.requests.isEmpty { await Task.yield() }
        request.cancel()
        return ["\(String(describing: await response.error?.reason))"]
      },
      Story("cancelled inside the body") { network in
        network.stub(.get("/a"), with: .text("hello").fault(.stall(after: .bodyBytes(2))))
        let request = network.get("/a")
        var seen: [String] = []
        do {
          for try await chunk in request.chunks() {
            seen.append(String(decoding: chunk, as: UTF8.self))
            request.cancel()
          }
        } catch let error as NetworkError { seen.append("\(error.reason)") }
        return seen
      },
      Story("left inside the body") { network in
        network.stub(.get("/a"), with: .text("hello").fault(.stall(after: .bodyBytes(2))))
        for try await chunk in network.get("/a").chunks() { return [String(decoding: chunk, as: UTF8.self)] }
        return []
      },
      Story("cancelled before it starts") { network in
        network.stub(.get("/a"), with: .text("a"))
        let request = network.get("/a")
        request.cancel()
        return ["\(String(describing: await request.response(.string).error?.reason))"]
      },
      Story("an unacceptable response") { network in
        network.stub(.get("/a"), with: .json(#"{"error": "no"}"#).status(422))
        network.stub(.get("/b"), with: .text("<html>"))
        return [
          "\(String(describing: await network.get("/a").response(.json).error))",
          "\(String(describing: await network.get("/b").response(.json).error))",
        ]
      },
    ]

  // MARK: - Streams

  static let streams: [Story] = [
    Story("lines") { network in
      network.stub(.get("/a"), with: .stream(["one\ntw", "o\r\nthr", "ee"]))
      var lines: [String] = []
      for try await line in network.get("/a").lines() { lines.append(line) }
      return lines
    },
    Story("lines that break off") { network in
      network.stub(.get("/a"), with: .stream(["one\ntw", "o\n"]).fault(.close(after: .bodyBytes(6))))
      var lines: [String] = []
      do {
        for try await line in network.get("/a").lines() { lines.append(line) }
      } catch is NetworkError { lines.append("error") }
      return lines
    },
  ]

  static let transfers: [Story] = [
    Story("lines of JSON") { network in
      network.stub(.get("/a"), with: .stream(["1\n2", "2\n\n3"]))
      var numbers: [String] = []
      for try await number in network.get("/a").jsonLines(of: Int.self) { numbers.append("\(number)") }
      return numbers
    },
    Story("a download", at: [.networkingMock, .mockTransport, .mockServer]) { network in
      network.stub(.get("/a"), with: .data(Data(repeating: 0x61, count: 70_000)))
      let file = try await network.get("/a").download()
      defer { try? FileManager.default.removeItem(at: file) }
      return [try String(contentsOf: file, encoding: .utf8)]
    },
    Story("a large upload") { network in
      network.stub(.put("/a"), with: .text("ok"))
      return await seen(
        network.put("/a", httpBody: Data(repeating: 0x61, count: 2_000_000), contentType: "text/plain"))
    },
    Story("a cancelled task") { network in
      network.stub(.get("/a"), with: .fault(.stall))
      let task = Task { try await network.get("/a").string() }
      while network.requests.isEmpty { await Task.yield() }
      task.cancel()
      do {
        return [try await task.value]
      } catch let error as NetworkError { return ["\(error.reason)"] } catch { return ["\(type(of: error))"] }
    },
  ]

  // MARK: - Policies

  static let policies: [Story] = [
    Story("a retry after a second") { network in
      network.stub(
        .get("/a"), withSequence: [.status(503).header("Retry-After", "0"), .fault(.reset), .text("a")])
      return [try await network.get("/a").retry(RetryPolicy(base: .milliseconds(1))).string()]
    },
    Story("a caller's cookies") { network in
      network.stub(
        .get("https://shop.example/login"), with: .redirect(to: "/home").header("Set-Cookie", "s=1; Path=/"))
      network.stub(.get("https://shop.example/home"), with: .text("home"))
      return await seen(
        network.get("https://shop.example/login"), ignoring: ["date", "content-length", "connection"])
    },
  ]

  // MARK: - WebSockets

  private static let withWebSockets: [TestNetwork.Level] = [.networkingMock, .mockTransport, .mockServer]

  static let webSockets: [Story] = [
    Story("a WebSocket", at: withWebSockets) { network in
      network.stub(
        .webSocket("/chat"),
        with: .script(subprotocols: ["v2"]) { peer in
          peer.expect(.text("hi"))
          peer.send(.text("hello"))
          peer.send(.data(Data([1, 2])))
          peer.close(WebSocketCloseCode(rawValue: 4_001), reason: "bye")
        })
      let socket = try await network.webSocket("/chat", subprotocols: ["v1", "v2"]).connect()
      try await socket.send(.text("hi"))
      var seen = [socket.subprotocol ?? "none"]
      do {
        for try await message in socket.messages { seen.append("\(message)") }
      } catch { seen.append("\(error)") }
      return seen
    },
    Story("a refused WebSocket", at: withWebSockets) { network in
      network.stub(.webSocket("/chat"), with: .text("no").status(403))
      do {
        _ = try await network.webSocket("/chat").connect()
        return ["opened"]
      } catch let error as NetworkError {
        return ["\(error.response?.status ?? 0)", "\(error.reason)"]
      }
    },
  ]
}
