import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The HAR files that browsers and proxies export, field by field.
///
/// The format follows Chromium's `front_end/models/har`, Firefox's `netmonitor/src/har/har-builder.js` and mitmproxy's
/// `addons/savehar.py`: which fields exist, which are null, empty or missing, and how unknown values are written. The
/// content is invented.
@Suite struct ForeignCassetteTests {
  private func entries(_ text: String) throws -> [Cassette.Entry] {
    try Cassette(parsing: Data(text.utf8), file: "t.har").entries
  }

  private func mitmproxy(request: String = "", response: String, more: String = "") -> String {
    """
    {"log": {"version": "1.2",
      "creator": {"name": "mitmproxy", "version": "11.0.0", "comment": ""}, "pages": [],
      "entries": [{"startedDateTime": "2025-03-01T10:00:00.123456+00:00", "time": 33.52,
        "request": {"method": "GET", "url": "https://api.example.com/live", "httpVersion": "HTTP/1.1", "cookies": [],
          "headers": [{"name": "Host", "value": "api.example.com"}], "queryString": [], "headersSize": 72,
          "bodySize": 0\(request)},
        "response": \(response),
        "cache": {}, "timings": {"connect": 12.1, "ssl": null, "send": 1.2, "receive": 2.3, "wait": 8.0},
        "serverIPAddress": "203.0.113.7"\(more)}]}}
    """
  }

  private func response(
    content: String, headers: String = "[]", status: Int = 200, bodySize: Int = 8
  ) -> String {
    """
    {"status": \(status), "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [], "headers": \(headers),
     "content": \(content), "redirectURL": "", "headersSize": 60, "bodySize": \(bodySize)}
    """
  }

  @Test func mitmproxyWebSocketsAreRead() throws {
    let text = mitmproxy(
      response: response(content: #"{"size": 0, "compression": 0, "mimeType": "", "text": ""}"#, status: 101),
      more: #"""
        , "_resourceType": "websocket",
        "_webSocketMessages": [{"type": "send", "time": 1740823200.1, "opcode": 1, "data": "hi"}]
        """#)
    let entry = try #require(try entries(text).first)
    expectEqual(entry.webSocket?.map(\.content), [.message(.text("hi"))])
    expectEqual(entry.webSocket?.map(\.isSent), [true])
  }

  @Test func mitmproxyTimingsMayBeNull() throws {
    let text = mitmproxy(
      response: response(content: #"{"size": 2, "compression": 0, "mimeType": "text/plain", "text": "hi"}"#))
    let entry = try #require(try entries(text).first)
    expectEqual(entry.timings.connect, .microseconds(12_100))
    expectNil(entry.timings.secureConnection)
    expectEqual(entry.response?.body, Data("hi".utf8))
  }

  @Test func mitmproxyTextMayBeNull() throws {
    let text = mitmproxy(
      request: #", "postData": {"mimeType": "", "text": null, "params": []}"#,
      response: response(
        content: #"{"size": 0, "compression": 0, "mimeType": "", "text": null}"#, bodySize: 0))
    let entry = try #require(try entries(text).first)
    expectTrue(entry.request.body.isEmpty)
    expectEqual(entry.response?.body.isEmpty, true)
    expectNil(entry.response?.missingBody)
  }

  @Test func mitmproxyErrorMayBeNull() throws {
    let text = mitmproxy(
      response: """
        {"status": 0, "statusText": "", "httpVersion": "", "headers": [], "cookies": [], "content": {},
         "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 0, "_error": null}
        """)
    expectEqual(try entries(text).first?.failure?.text, "no response was recorded")
  }

  @Test(arguments: [
    ("gzip", "H4sIAAAAAAAAA8sEAKwqk9gBAAAA"), ("zstd", "KLUv/SABCQAAeA=="), ("deflate", "eJzLBAAAagBq"),
  ])
  func aBodyThatIsStillCompressedIsMissing(coding: String, text: String) throws {
    let har = mitmproxy(
      response: response(
        content: #"{"size": 9, "mimeType": "text/plain", "text": "\#(text)", "encoding": "base64"}"#,
        headers: #"[{"name": "content-encoding", "value": "\#(coding)"}]"#))
    expectEqual(
      try entries(har).first?.response?.missingBody, "it is still compressed in the file, as \(coding)")
  }

  @Test func aGzipFileIsNotMistakenForACompressedBody() throws {
    let har = mitmproxy(
      response: response(
        content: #"{"size": 9, "mimeType": "application/gzip", "text": "H4sIAAAA", "encoding": "base64"}"#,
        headers: #"[{"name": "content-encoding", "value": "gzip"}]"#))
    expectNil(try entries(har).first?.response?.missingBody)
  }

  private func firefox(content: String) -> String {
    """
    {"log": {"version": "1.2", "creator": {"name": "Firefox", "version": "136.0"},
      "browser": {"name": "Firefox", "version": "136.0"},
      "pages": [{"id": "page_1", "pageTimings": {"onContentLoad": -1, "onLoad": -1},
        "startedDateTime": "2025-03-01T11:00:00.000+01:00", "title": "https://example.com/"}],
      "entries": [{"startedDateTime": "2025-03-01T11:00:00.250+01:00",
        "request": {"bodySize": 0, "method": "GET", "url": "https://example.com/", "httpVersion": "HTTP/2",
          "headers": [{"name": "Host", "value": "example.com"}], "cookies": [], "queryString": [], "headersSize": 400},
        "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/2",
          "headers": [{"name": "content-type", "value": "text/plain; charset=utf-8"}], "cookies": [],
          "content": \(content), "redirectURL": "", "headersSize": 100, "bodySize": 105},
        "cache": {}, "timings": {"blocked": 0, "dns": 0, "connect": 0, "ssl": 0, "send": 0, "wait": 9, "receive": 1},
        "time": 10, "_securityState": "secure", "serverIPAddress": "203.0.113.9", "connection": "443",
        "pageref": "page_1"}]}}
    """
  }

  @Test func aBodyThatFirefoxOmittedIsMissing() throws {
    let text = firefox(
      content: #"{"mimeType": "text/plain", "size": -1, "comment": "Response bodies are not included."}"#)
    expectEqual(try entries(text).first?.response?.missingBody, "the file does not contain the body")
  }

  @Test func firefoxImagesAreDecoded() throws {
    let text = firefox(
      content: #"{"mimeType": "image/png", "size": 8, "encoding": "base64", "text": "iVBORw0KGgo="}"#)
    expectEqual(try entries(text).first?.response?.body.count, 8)
  }

  @Test func aCharsetThatChromeOmitsIsTakenFromTheHeader() throws {
    let text = """
      {"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"}, "pages": [],
        "entries": [{"_connectionId": "98", "_initiator": {"type": "other"}, "_priority": "VeryHigh",
          "_resourceType": "document", "cache": {}, "connection": "443",
          "request": {"method": "GET", "url": "https://example.com/", "httpVersion": "http/1.1",
            "headers": [{"name": "Host", "value": "example.com"}], "queryString": [], "cookies": [],
            "headersSize": 700, "bodySize": 0},
          "response": {"status": 200, "statusText": "OK", "httpVersion": "http/1.1",
            "headers": [{"name": "Content-Type", "value": "text/html; charset=ISO-8859-1"}], "cookies": [],
            "content": {"size": 5, "mimeType": "text/html", "compression": 0, "text": "Gr\u{fc}\u{df}e"},
            "redirectURL": "", "headersSize": 340, "bodySize": 5, "_transferSize": 345, "_error": null},
          "serverIPAddress": "203.0.113.7", "startedDateTime": "2025-03-01T10:00:00.120Z", "time": 81.9,
          "timings": {"blocked": 1.2, "dns": -1, "ssl": -1, "connect": -1, "send": 0.3, "wait": 79.1,
            "receive": 1.3, "_blocked_queueing": 0.9}}]}}
      """
    expectEqual(try entries(text).first?.response?.body, Data([0x47, 0x72, 0xfc, 0xdf, 0x65]))
  }
}
