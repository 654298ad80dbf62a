import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite(.netTesting) struct CassetteWritingTests {
  @Test func filesHaveSortedKeysAndWholeMilliseconds() async throws {
    let upstream = MockTransport(delivery: .held)
    upstream.stub(.everything, with: .json(["id": 1]).status(201))
    let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_740_823_200.25))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(
        upstream, cassette: file, mode: .recordAll, redaction: .standard, timer: scheduler,
        place: SourcePlace(file: #filePath, line: #line))
      try recorder.receive(
        .post, "https://h/a?q=1#x", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: "a=1+2")
      scheduler.advance(by: .microseconds(12_345))
      upstream.pending.first?.complete()
      try recorder.save()
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(
        text == """
          {
            "log": {
              "creator": {
                "name": "NetTesting",
                "version": "1"
              },
              "entries": [
                {
                  "cache": {},
                  "request": {
                    "bodySize": 5,
                    "cookies": [],
                    "headers": [
                      {
                        "name": "Content-Type",
                        "value": "application/x-www-form-urlencoded"
                      }
                    ],
                    "headersSize": -1,
                    "httpVersion": "HTTP/1.1",
                    "method": "POST",
                    "postData": {
                      "mimeType": "application/x-www-form-urlencoded",
                      "params": [
                        {
                          "name": "a",
                          "value": "1 2"
                        }
                      ],
                      "text": "a=1+2"
                    },
                    "queryString": [
                      {
                        "name": "q",
                        "value": "1"
                      }
                    ],
                    "url": "https://h/a?q=1"
                  },
                  "response": {
                    "bodySize": 8,
                    "content": {
                      "mimeType": "application/json",
                      "size": 8,
                      "text": "{\\"id\\":1}"
                    },
                    "cookies": [],
                    "headers": [
                      {
                        "name": "Content-Type",
                        "value": "application/json"
                      },
                      {
                        "name": "Content-Length",
                        "value": "8"
                      }
                    ],
                    "headersSize": -1,
                    "httpVersion": "HTTP/1.1",
                    "redirectURL": "",
                    "status": 201,
                    "statusText": "Created"
                  },
                  "startedDateTime": "2025-03-01T10:00:00.250Z",
                  "time": 12,
                  "timings": {
                    "blocked": -1,
                    "connect": -1,
                    "dns": -1,
                    "receive": 0,
                    "send": 0,
                    "ssl": -1,
                    "wait": 12
                  }
                }
              ],
              "version": "1.2"
            }
          }

          """)
    }
  }

  @Test func writingTwiceGivesTheSameBytes() throws {
    let cassette = try Cassette(parsing: Data(CassetteFixtures.firefox.utf8), file: "t.har")
    let written = cassette.data()
    expectEqual(try Cassette(parsing: written, file: "u.har").data(), written)
  }

  @Test func aWrittenCassetteParsesToTheSameValue() throws {
    let url = try #require(URL(string: "https://h/a?x"))
    var cassette = Cassette()
    cassette.entries.append(
      Cassette.Entry(
        startedAt: Date(timeIntervalSince1970: 1),
        request: RecordedRequest(method: .put, url: url, body: Data([255])),
        response: Cassette.Response(
          status: 206, headers: [HTTPField(name: "A", value: "1"), HTTPField(name: "A", value: "")],
          httpVersion: "HTTP/2", body: Data("half".utf8)),
        failure: Cassette.Failure(text: "lost", domain: NSURLErrorDomain, code: -1005, phase: .body),
        timings: Cassette.Timings(
          nameLookup: .milliseconds(1), connect: .milliseconds(2), secureConnection: .milliseconds(1),
          wait: .milliseconds(3), receive: .milliseconds(4))))
    var read = try Cassette(parsing: cassette.data(), file: "t.har")
    read.entries[0].source = nil
    expectEqual(read, cassette)
  }

  @Test func aBodyFailureIsReplayedAfterTheReceivedBytes() throws {
    let url = try #require(URL(string: "https://h/a"))
    let entry = Cassette.Entry(
      startedAt: Date(), request: RecordedRequest(method: .get, url: url),
      response: Cassette.Response(status: 200, body: Data("half".utf8)),
      failure: Cassette.Failure(text: "lost", phase: .body))
    let received = ReceivedEvents()
    ReplayTask(entry, entry.request, receiver: received).resume()
    expectEqual(received.words, ["head 200", "body half", "failed ReplayedFailure body"])
  }

  @Test(arguments: [true, false])
  func aPipeOrALinkToAFolderIsNotReplaced(isPipe: Bool) async throws {
    try await CassetteFixtures.inFolder { file in
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if isPipe {
        let made = unsafe mkfifo(file.path, 0o600)
        try #require(made == 0)
      } else {
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: folder)
      }
      let before = try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? NSNumber
      let kind = isPipe ? "a pipe" : "a symbolic link to a folder"
      let error = #expect(throws: CassetteError.self) { try Cassette().write(to: file) }
      expectEqual(error?.reason, .unwritable("it is \(kind), not a regular file"))
      let after = try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? NSNumber
      expectEqual(after, before)
    }
  }
}
