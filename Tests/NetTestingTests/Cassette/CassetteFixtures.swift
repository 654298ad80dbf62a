import Foundation
import Net
import NetTesting

/// HAR files as other programs save them, and temporary folders for cassettes.
enum CassetteFixtures {
  /// A file as Chrome's developer tools save it.
  ///
  /// It has Chrome's own fields, HTTP/2 with lowercase pseudo-headers, a blocked request, a WebSocket, a `data:` URL,
  /// and a body that was not saved.
  static let chrome = """
    {
      "log": {
        "version": "1.2",
        "creator": {"name": "WebInspector", "version": "537.36"},
        "pages": [{"startedDateTime": "2025-03-01T10:00:00.000Z", "id": "page_1", "title": "https://api.example.com/",
          "pageTimings": {"onContentLoad": 210.5, "onLoad": null}}],
        "entries": [
          {
            "_connectionId": "1234", "_initiator": {"type": "script", "stack": {"callFrames": []}},
            "_priority": "High", "_resourceType": "fetch", "cache": {}, "connection": "443", "pageref": "page_1",
            "request": {
              "method": "GET", "url": "https://api.example.com/users/trentm?page=1", "httpVersion": "http/2.0",
              "headers": [
                {"name": ":authority", "value": "api.example.com"}, {"name": ":method", "value": "GET"},
                {"name": ":path", "value": "/users/trentm?page=1"}, {"name": ":scheme", "value": "https"},
                {"name": "accept", "value": "*/*"}, {"name": "user-agent", "value": "Mozilla/5.0"}
              ],
              "queryString": [{"name": "page", "value": "1"}], "cookies": [], "headersSize": -1, "bodySize": 0
            },
            "response": {
              "status": 200, "statusText": "", "httpVersion": "http/2.0",
              "headers": [
                {"name": "content-encoding", "value": "br"},
                {"name": "content-type", "value": "application/json; charset=utf-8"},
                {"name": "set-cookie", "value": "a=1; Path=/\\nb=2; Path=/"}
              ],
              "cookies": [],
              "content": {"size": 17, "mimeType": "application/json", "compression": 0, "text": "{\\"name\\": \\"Trent\\"}"},
              "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 245, "_error": null,
              "_fetchedViaServiceWorker": false
            },
            "serverIPAddress": "203.0.113.7", "startedDateTime": "2025-03-01T10:00:00.120Z", "time": 81.9,
            "timings": {"blocked": 1.2, "dns": -1, "ssl": -1, "connect": -1, "send": 0.3, "wait": 79.1,
              "receive": 1.3, "_blocked_queueing": 0.9, "_workerStart": -1}
          },
          {
            "_priority": "Low", "_resourceType": "image", "cache": {},
            "request": {"method": "GET", "url": "https://api.example.com/dot.png", "httpVersion": "http/2.0",
              "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
            "response": {
              "status": 200, "statusText": "", "httpVersion": "http/2.0",
              "headers": [{"name": "content-type", "value": "image/png"}], "cookies": [],
              "content": {"size": 8, "mimeType": "image/png", "text": "iVBORw0KGgo=", "encoding": "base64"},
              "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 60, "_error": null
            },
            "startedDateTime": "2025-03-01T10:00:00.300Z", "time": 4.1,
            "timings": {"blocked": 0.4, "dns": -1, "ssl": -1, "connect": -1, "send": 0.1, "wait": 3, "receive": 0.6}
          },
          {
            "_resourceType": "fetch", "cache": {},
            "request": {"method": "GET", "url": "https://ads.example.net/track", "httpVersion": "",
              "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
            "response": {"status": 0, "statusText": "", "httpVersion": "", "headers": [], "cookies": [],
              "content": {"size": 0, "mimeType": "x-unknown"}, "redirectURL": "", "headersSize": -1, "bodySize": -1,
              "_transferSize": 0, "_error": "net::ERR_BLOCKED_BY_CLIENT"},
            "startedDateTime": "2025-03-01T10:00:00.400Z", "time": 0.5,
            "timings": {"blocked": 0.5, "dns": -1, "ssl": -1, "connect": -1, "send": 0, "wait": 0, "receive": 0}
          },
          {
            "_resourceType": "fetch", "cache": {},
            "request": {"method": "GET", "url": "https://api.example.com/evicted", "httpVersion": "http/2.0",
              "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
            "response": {"status": 200, "statusText": "", "httpVersion": "http/2.0", "headers": [], "cookies": [],
              "content": {"size": 5120, "mimeType": "application/json"}, "redirectURL": "", "headersSize": -1,
              "bodySize": -1, "_transferSize": 800, "_error": null},
            "startedDateTime": "2025-03-01T10:00:00.500Z", "time": 12,
            "timings": {"blocked": 0.5, "dns": -1, "ssl": -1, "connect": -1, "send": 0, "wait": 10, "receive": 1.5}
          },
          {
            "_resourceType": "websocket", "_webSocketMessages": [{"type": "send", "time": 1, "opcode": 1, "data": "hi"}],
            "cache": {},
            "request": {"method": "GET", "url": "wss://api.example.com/live", "httpVersion": "HTTP/1.1",
              "headers": [], "queryString": [], "cookies": [], "headersSize": 500, "bodySize": 0},
            "response": {"status": 101, "statusText": "Switching Protocols", "httpVersion": "HTTP/1.1", "headers": [],
              "cookies": [], "content": {"size": 0, "mimeType": "x-unknown"}, "redirectURL": "", "headersSize": 129,
              "bodySize": 0, "_transferSize": 129, "_error": null},
            "startedDateTime": "2025-03-01T10:00:00.600Z", "time": 3, "timings": {"send": 0, "wait": 3, "receive": 0}
          },
          {
            "_resourceType": "image", "cache": {},
            "request": {"method": "GET", "url": "data:image/gif;base64,R0lGODlhAQABAAAAACw=", "httpVersion": "data",
              "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
            "response": {"status": 200, "statusText": "OK", "httpVersion": "data", "headers": [], "cookies": [],
              "content": {"size": 14, "mimeType": "image/gif"}, "redirectURL": "", "headersSize": -1, "bodySize": 0},
            "startedDateTime": "2025-03-01T10:00:00.700Z", "time": 0, "timings": {"send": 0, "wait": 0, "receive": 0}
          }
        ]
      }
    }
    """

  /// A file as Firefox's developer tools save it.
  ///
  /// It has a byte order mark, a form with both parameters and text, a redirect, and text that is not in UTF-8.
  static let firefox = """
    \u{feff}{"log": {"version": "1.2", "creator": {"name": "Firefox", "version": "128.0"},
      "browser": {"name": "Firefox", "version": "128.0"},
      "pages": [{"id": "page_1", "pageTimings": {"onContentLoad": -1, "onLoad": -1},
        "startedDateTime": "2025-03-01T11:00:00.000+01:00", "title": ""}],
      "entries": [
        {"startedDateTime": "2025-03-01T11:00:00.250+01:00",
         "request": {"bodySize": 31, "method": "POST", "url": "https://awesometodos.com/login",
           "httpVersion": "HTTP/1.1",
           "headers": [{"name": "Host", "value": "awesometodos.com"},
             {"name": "Content-Type", "value": "application/x-www-form-urlencoded"}],
           "cookies": [], "queryString": [], "headersSize": 400,
           "postData": {"mimeType": "application/x-www-form-urlencoded",
             "params": [{"name": "username", "value": "dasdom"}, {"name": "password", "value": "1234"}],
             "text": "username=dasdom&password=1234"}},
         "response": {"status": 302, "statusText": "Found", "httpVersion": "HTTP/1.1",
           "headers": [{"name": "Location", "value": "/home"}], "cookies": [],
           "content": {"mimeType": "text/html; charset=utf-8", "size": 0, "text": ""},
           "redirectURL": "/home", "headersSize": 100, "bodySize": 100},
         "cache": {}, "timings": {"blocked": 0, "dns": 0, "connect": 0, "ssl": 0, "send": 0, "wait": 20, "receive": 0},
         "time": 20, "_securityState": "secure", "serverIPAddress": "203.0.113.9", "connection": "443",
         "pageref": "page_1"},
        {"startedDateTime": "2025-03-01T11:00:00.300+01:00",
         "request": {"bodySize": 0, "method": "GET", "url": "https://awesometodos.com/home", "httpVersion": "HTTP/1.1",
           "headers": [], "cookies": [], "queryString": [], "headersSize": 400},
         "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
           "headers": [{"name": "Content-Type", "value": "text/plain; charset=ISO-8859-1"}], "cookies": [],
           "content": {"mimeType": "text/plain; charset=ISO-8859-1", "size": 5, "text": "Gr\u{fc}\u{df}e"},
           "redirectURL": "", "headersSize": 100, "bodySize": 105},
         "cache": {}, "timings": {"blocked": 0, "dns": 0, "connect": 0, "ssl": 0, "send": 0, "wait": 9, "receive": 1},
         "time": 10, "pageref": "page_1"}
      ]}}
    """

  /// A file as mitmproxy saves it: microseconds, empty body parameters along with text, and a failed request.
  static let mitmproxy = """
    {"log": {"version": "1.2", "creator": {"name": "mitmproxy", "version": "10.2.4", "comment": ""}, "pages": [],
      "entries": [
        {"startedDateTime": "2025-03-01T10:00:00.123456+00:00", "time": 33.5,
         "request": {"method": "POST", "url": "https://api.example.com/todos", "httpVersion": "HTTP/2.0", "cookies": [],
           "headers": [{"name": "content-type", "value": "application/json"}], "queryString": [],
           "headersSize": 60, "bodySize": 16,
           "postData": {"mimeType": "application/json", "text": "{\\"title\\":\\"Milk\\"}", "params": []}},
         "response": {"status": 201, "statusText": "Created", "httpVersion": "HTTP/2.0", "cookies": [],
           "headers": [{"name": "content-type", "value": "application/json"}],
           "content": {"size": 8, "compression": 0, "mimeType": "application/json", "text": "{\\"id\\":1}"},
           "redirectURL": "", "headersSize": 60, "bodySize": 8},
         "cache": {}, "timings": {"connect": 12.1, "ssl": 9.9, "send": 1.2, "receive": 2.3, "wait": 8},
         "serverIPAddress": "203.0.113.7"},
        {"startedDateTime": "2025-03-01T10:00:01.654321+00:00", "time": 1,
         "request": {"method": "GET", "url": "https://down.example.com/", "httpVersion": "HTTP/1.1", "cookies": [],
           "headers": [], "queryString": [], "headersSize": 60, "bodySize": 0},
         "response": {"status": 0, "statusText": "", "httpVersion": "", "headers": [], "cookies": [], "content": {},
           "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 0,
           "_error": "Connection refused"},
         "cache": {}, "timings": {"connect": -1, "ssl": -1, "send": 0, "receive": 0, "wait": 0}}
      ]}}
    """

  /// Runs the body with the URL of a file in a temporary folder, which is removed afterwards.
  static func inFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cassettes-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.appending(path: "Cassettes/test.har"))
  }

  /// Runs the body with a file of this content in a temporary folder, which is removed afterwards.
  static func with<Value>(_ content: String, _ body: (URL) async throws -> Value) async throws -> Value {
    try await inFolder { file in
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content.utf8).write(to: file)
      return try await body(file)
    }
  }
}

extension Transport {
  /// Sends a request and returns the events that arrive before the call returns.
  @discardableResult
  func receive(
    _ method: HTTPMethod = .get, _ url: String = "https://h/a", headers: HTTPHeaders = [:],
    body: String? = nil
  ) throws -> ReceivedEvents {
    let received = ReceivedEvents()
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    let request = TransportRequest(
      method: method, url: url, headers: headers, body: body.map { .data(Data($0.utf8)) } ?? .none)
    task(for: request, receiver: received).resume()
    return received
  }
}
