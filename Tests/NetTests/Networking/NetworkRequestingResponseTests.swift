import Dispatch
import Foundation
import Net
import TestSupport
import XCTest

/// The `response…` calls, each from the call to its completion handler.
final class NetworkRequestingResponseTests: XCTestCase {
  private struct User: Decodable, Equatable, Sendable {
    var name: String
  }

  private let json = #"{"name":"T"}"#
  private let labelled: HTTPHeaders = ["Content-Type": "application/json"]

  /// The response that the completion handler receives.
  private func outcome<Value: Sendable>(
    of call: (@escaping @Sendable (DataResponse<Value>) -> Void) -> Void
  ) async throws -> DataResponse<Value> {
    let called = expectation(description: "the completion handler is called")
    let outcome = Lock<DataResponse<Value>?>(nil)
    call { response in
      outcome.withLock { $0 = response }
      called.fulfill()
    }
    await fulfillment(of: [called], timeout: .patience)
    return try XCTUnwrap(outcome.withLock { $0 })
  }

  func testResponseReturnsTheBody() async throws {
    let request = FixedNetwork(200, "x").get()
    let response: DataResponse<Data?> = try await outcome { request.response(completionHandler: $0) }
    XCTAssertEqual(response.value, Data("x".utf8))
  }

  func testResponseReturnsNilForAnEmptyBody() async throws {
    let request = FixedNetwork(200).get()
    let response: DataResponse<Data?> = try await outcome { request.response(completionHandler: $0) }
    XCTAssertEqual(response.value, .some(nil))
  }

  func testResponseDataReturnsTheBody() async throws {
    let request = FixedNetwork(200, "x").get()
    let response = try await outcome { request.responseData(completionHandler: $0) }
    XCTAssertEqual(response.value, Data("x".utf8))
    XCTAssertEqual(response.request?.headers["Accept"], "*/*")
  }

  func testResponseStringReturnsTheText() async throws {
    let request = FixedNetwork(200, "x").get()
    let response = try await outcome { request.responseString(completionHandler: $0) }
    XCTAssertEqual(response.value, "x")
  }

  func testResponseJSONReturnsTheValue() async throws {
    let request = FixedNetwork(200, json, headers: labelled).get()
    let response = try await outcome { request.responseJSON(completionHandler: $0) }
    XCTAssertEqual(response.value, ["name": "T"])
    XCTAssertEqual(response.request?.headers["Accept"], "application/json")
  }

  func testResponseObjectDecodesTheBody() async throws {
    let request = FixedNetwork(200, json, headers: labelled).get()
    let response = try await outcome { request.responseObject(as: User.self, completionHandler: $0) }
    XCTAssertEqual(response.value, User(name: "T"))
    XCTAssertEqual(response.request?.headers["Accept"], "application/json")
  }

  func testResponseObjectWithItsOwnDecoder() async throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { _ in Key(stringValue: "name") }
    let request = FixedNetwork(200, #"{"other":"T"}"#, headers: labelled).get()
    let response = try await outcome {
      request.responseObject(as: User.self, decoder: decoder, completionHandler: $0)
    }
    XCTAssertEqual(response.value, User(name: "T"))
  }

  func testResponseVoidIgnoresTheBody() async throws {
    let request = FixedNetwork(200, "whatever").get()
    let response = try await outcome { request.responseVoid(completionHandler: $0) }
    XCTAssertNotNil(response.value)
  }

  func testResponseUsesAnySerializer() async throws {
    let request = FixedNetwork(200, "x").get()
    let response = try await outcome { request.response(responseSerializer: .string, completionHandler: $0) }
    XCTAssertEqual(response.value, "x")
  }

  func testAnUnexpectedContentTypeFailsValidation() async throws {
    let request = FixedNetwork(200, "<html>", headers: ["Content-Type": "text/html"]).get()
    let response = try await outcome { request.responseJSON(completionHandler: $0) }
    XCTAssertEqual(
      response.error?.reason, .validation(.contentType("text/html", acceptable: ["application/json"])))
  }

  func testAnErrorOfTheJSONSerializerIsTheUnderlyingError() async throws {
    let request = FixedNetwork(200, "<html>", headers: labelled).get()
    let response = try await outcome { request.responseJSON(completionHandler: $0) }
    let error = try XCTUnwrap(response.error)
    guard case .serialization = error.reason else { return XCTFail("\(error)") }
    XCTAssertEqual(error.underlyingError as? JSONError, .syntax("unexpected character", offset: 0))
    XCTAssertEqual(error.attempts, 1)
  }

  func testAnErrorOfADecoderHasTheAttemptsAndTheResponse() async throws {
    let request = FixedNetwork(200, "{}", headers: labelled).get()
    let response = try await outcome { request.responseObject(as: User.self, completionHandler: $0) }
    let error = try XCTUnwrap(response.error)
    XCTAssertEqual(error.attempts, 1)
    XCTAssertEqual(error.response?.status, 200)
    XCTAssertTrue(error.underlyingError is DecodingError)
  }

  func testHandlersAreCalledOnTheGivenQueue() async throws {
    let queue = DispatchQueue(label: "callers")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let network = FixedNetwork(200, "x")
    let called = expectation(description: "every handler is called on the queue")
    called.expectedFulfillmentCount = 7
    let check: @Sendable () -> Void = { if DispatchQueue.getSpecific(key: key) == true { called.fulfill() } }
    network.get().unvalidated()
      .response(queue: queue) { (_: DataResponse<Data?>) in check() }
      .response(queue: queue, responseSerializer: .string) { _ in check() }
      .responseData(queue: queue) { _ in check() }
      .responseString(queue: queue) { _ in check() }
      .responseJSON(queue: queue) { _ in check() }
      .responseObject(as: Empty.self, queue: queue) { _ in check() }
      .responseVoid(queue: queue) { _ in check() }
    await fulfillment(of: [called], timeout: .patience)
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
