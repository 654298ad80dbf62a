import Foundation
import Net
import XCTest

@testable import NetTesting

final class ResponseWriterTests: XCTestCase {
  private let date = Date(timeIntervalSince1970: 784_111_777)

  private func message(
    _ status: Int = 200, _ headers: HTTPHeaders = [:], _ body: String = "hi", method: HTTPMethod = .get,
    isOld: Bool = false, keepsAlive: Bool = true, isStream: Bool = false, lengthOff: Int = 0
  ) throws -> ResponseWriter.Message {
    let content = ResponseWriter.Content(
      status: status, headers: headers, length: body.utf8.count, isStream: isStream, lengthOff: lengthOff)
    return try ResponseWriter(method: method, isOld: isOld, keepsAlive: keepsAlive)
      .message(content, date: date)
  }

  private func head(_ message: ResponseWriter.Message) -> String {
    String(decoding: message.head, as: UTF8.self)
  }

  func testWritesAResponse() throws {
    let message = try message(200, ["A": "1", "a": "2"])
    XCTAssertEqual(
      head(message),
      "HTTP/1.1 200 OK\r\nA: 1\r\na: 2\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 2\r\n\r\n")
    XCTAssertEqual(message.framing, .length)
    XCTAssertFalse(message.closes)
  }

  func testAnUnknownStatusHasNoPhrase() throws {
    XCTAssertTrue(head(try message(299)).hasPrefix("HTTP/1.1 299 \r\n"))
  }

  func testContentLengthIsThatOfTheBody() throws {
    let head = head(try message(200, ["Content-Length": "99", "Transfer-Encoding": "chunked"]))
    XCTAssertTrue(head.contains("Content-Length: 2\r\n"))
    XCTAssertFalse(head.contains("Content-Length: 99"))
    XCTAssertFalse(head.contains("chunked"))
  }

  func testAStreamIsSentInChunks() throws {
    let message = try message(isStream: true)
    XCTAssertEqual(message.framing, .chunked)
    XCTAssertTrue(head(message).contains("Transfer-Encoding: chunked\r\n"))
    XCTAssertFalse(head(message).contains("Content-Length"))
  }

  func testAnHTTP10StreamEndsWithTheConnection() throws {
    let message = try message(isOld: true, isStream: true)
    XCTAssertEqual(message.framing, .untilClose)
    XCTAssertTrue(message.closes)
    XCTAssertFalse(head(message).contains("chunked"))
    XCTAssertFalse(head(message).contains("Content-Length"))
  }

  func testARequestedWrongLengthIsWritten() throws {
    XCTAssertTrue(head(try message(lengthOff: 3)).contains("Content-Length: 5\r\n"))
    XCTAssertTrue(head(try message(lengthOff: -9)).contains("Content-Length: 0\r\n"))
    XCTAssertTrue(head(try message(lengthOff: .max)).contains("Content-Length: \(Int.max)\r\n"))
    XCTAssertTrue(head(try message(lengthOff: .min)).contains("Content-Length: 0\r\n"))
  }

  func testTheLastChunkContainsTheTrailers() {
    XCTAssertEqual(ResponseWriter.lastChunk(trailers: [:]), Data("0\r\n\r\n".utf8))
    XCTAssertEqual(
      ResponseWriter.lastChunk(trailers: ["A": "b", "C": "d"]), Data("0\r\nA: b\r\nC: d\r\n\r\n".utf8))
  }

  func testHEADHasALengthButNoBody() throws {
    let message = try message(method: .head)
    XCTAssertTrue(head(message).contains("Content-Length: 2\r\n"))
    XCTAssertEqual(message.framing, .none)
  }

  func testHEADKeepsAnExplicitLength() throws {
    let head = head(try message(200, ["Content-Length": "99"], "", method: .head))
    XCTAssertTrue(head.contains("Content-Length: 99\r\n"))
    XCTAssertFalse(head.contains("Content-Length: 0"))
  }

  func testAnExplicitLengthOf304IsKeptAndThatOf204IsNot() throws {
    XCTAssertTrue(head(try message(304, ["Content-Length": "99"])).contains("Content-Length: 99\r\n"))
    XCTAssertFalse(head(try message(204, ["Content-Length": "99"])).contains("Content-Length"))
  }

  func testStatus204And304HaveNeitherBodyNorLength() throws {
    for status in [204, 304] {
      let message = try message(status)
      XCTAssertEqual(message.framing, .none)
      XCTAssertFalse(head(message).contains("Content-Length"))
    }
  }

  func testClosesWhenTheClientAsksForIt() throws {
    let message = try message(keepsAlive: false)
    XCTAssertTrue(message.closes)
    XCTAssertTrue(head(message).contains("Connection: close\r\n"))
  }

  func testClosesWhenTheResponseSaysSo() throws {
    let message = try message(200, ["connection": "Close"])
    XCTAssertTrue(message.closes)
    XCTAssertTrue(head(message).contains("Connection: close\r\n"))
  }

  func testAnHTTP10ResponseSaysKeepAlive() throws {
    XCTAssertTrue(head(try message(isOld: true)).contains("Connection: keep-alive\r\n"))
  }

  func testOtherOptionsOfTheConnectionAreKept() throws {
    let upgrade: HTTPHeaders = ["Upgrade": "h2c", "Connection": "Upgrade"]
    func options(_ headers: HTTPHeaders, isOld: Bool = false, keepsAlive: Bool = true) throws -> [String] {
      head(try message(426, headers, isOld: isOld, keepsAlive: keepsAlive)).components(separatedBy: "\r\n")
        .filter { $0.lowercased().hasPrefix("connection:") }
    }
    XCTAssertEqual(try options(upgrade), ["Connection: Upgrade"])
    XCTAssertEqual(try options(upgrade, keepsAlive: false), ["Connection: Upgrade, close"])
    XCTAssertEqual(try options(upgrade, isOld: true), ["Connection: Upgrade, keep-alive"])
    let both: HTTPHeaders = ["Connection": "A, , Keep-Alive", "connection": "B"]
    XCTAssertEqual(try options(both), ["Connection: A, B, keep-alive"])
    XCTAssertEqual(try options(both, keepsAlive: false), ["Connection: A, B, close"])
    XCTAssertThrowsError(try message(200, ["Connection": "A\r\nB: 2"]))
  }

  func testAnExplicitDateIsKept() throws {
    let head = head(try message(200, ["Date": "today"]))
    XCTAssertTrue(head.contains("Date: today\r\n"))
    XCTAssertFalse(head.contains("1994"))
  }

  func testInvalidFieldsThrow() {
    XCTAssertThrowsError(try message(200, ["A": "1\r\nB: 2"]))
    XCTAssertThrowsError(try message(200, ["A B": "1"]))
    XCTAssertThrowsError(try message(200, ["": "1"]))
  }

  func testAStatusThatIsNotFinalThrows() {
    XCTAssertThrowsError(try message(101))
    XCTAssertThrowsError(try message(1_000))
  }

  func testBytesThatAreSentBackAreWrittenAsTheyWereReceived() throws {
    let field: HTTPHeaders = ["Set-Cookie": "a=caf\u{10fee9}"]
    XCTAssertNotNil(try message(200, field).head.range(of: Data("a=caf".utf8) + Data([0xe9, 0x0d])))
    let writer = ResponseWriter(method: .get, isOld: false, keepsAlive: true)
    XCTAssertNotNil(try writer.interim(103, field).range(of: Data("a=caf".utf8) + Data([0xe9, 0x0d])))
    let trailers = ResponseWriter.lastChunk(trailers: field)
    XCTAssertNotNil(trailers.range(of: Data("a=caf".utf8) + Data([0xe9, 0x0d])))
  }
}
