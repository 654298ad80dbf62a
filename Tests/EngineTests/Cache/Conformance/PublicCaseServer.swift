import Foundation
import Synchronization

@testable import Net

/// The server of one case.
///
/// It answers request n of the case as the case says, and records what it receives.
///
/// `@unchecked Sendable`: the state is guarded by `lock`.
final class PublicCaseServer: Sendable {
  /// What the server does with a request.
  struct Answer: Sendable {
    var interim: [ResponseHead] = []
    var head: ResponseHead
    var body: Data
    /// Whether the connection is closed without a byte.
    var disconnects = false
  }

  /// A request that arrived.
  struct Record: Sendable {
    let number: Int
    let method: String
    /// The values of repeated fields joined by `, `; names in lower case.
    let fields: [String: String]
    /// The fields of the response that the client must receive.
    let sent: [(name: String, value: String)]
  }

  private struct State {
    var records: [Record] = []
    var received: [Int] = []
    /// The header fields of each request of the case, as they were sent first.
    var configured: [Int: [(name: String, value: String)]] = [:]
  }

  private let test: PublicCase
  private let body: String
  private let state = Mutex(State())

  init(_ test: PublicCase, body: String) {
    self.test = test
    self.body = body
  }

  var records: [Record] { state.withLock(\.records) }

  /// The seconds for which the server lets a request wait.
  func pause(for request: TransportRequest) -> Int { step(of: request)?.1.json["response_pause"].int ?? 0 }

  /// Answers a request.
  ///
  /// The clock has been advanced by the pause.
  func answer(_ request: TransportRequest, now: Date) -> Answer {
    guard let (number, step) = step(of: request) else {
      return Answer(head: ResponseHead(status: 400, url: request.url), body: Data())
    }
    return state.withLock { state in
      state.received.append(number)
      return answer(request, number, step, now, &state)
    }
  }

  private func step(of request: TransportRequest) -> (Int, PublicCaseStep)? {
    guard let number = request.headers["Req-Num"].flatMap(Int.init), test.steps.indices.contains(number - 1)
    else {
      return nil
    }
    return (number, test.steps[number - 1])
  }

  private func answer(
    _ request: TransportRequest, _ number: Int, _ step: PublicCaseStep, _ now: Date, _ state: inout State
  ) -> Answer {
    let base = request.url.path() + (request.url.query().map { "?\($0)" } ?? "")
    let configured = state.configured[number] ?? Self.configured(step, now: now, base: base)
    state.configured[number] = configured
    let status = status(request, number, step, state)
    var headers: HTTPHeaders = [
      "Server-Base-Url": base, "Server-Request-Count": String(state.received.count),
      "Client-Request-Count": String(number), "Server-Now": String(Int(now.timeIntervalSince1970 * 1000)),
    ]
    for field in configured { headers.add(name: field.name, value: field.value) }
    var content = Data((step.json["response_body"].string ?? body).utf8)
    headers.setDefault(name: "Content-Type", value: "text/plain")
    headers.setDefault(name: "Date", value: HTTPDate.text(of: now))
    if let length = headers["Content-Length"].flatMap({ Int($0) }) {
      content = content.prefix(length)
    } else if status != 204, status != 304 {
      headers.add(name: "Content-Length", value: String(content.count))
    }
    headers.add(name: "Request-Numbers", value: state.received.map(String.init).joined(separator: " "))
    let compared = Set(step.fields("response_headers").filter(\.isCompared).map { $0.name.lowercased() })
    state.records.append(
      Record(
        number: number, method: request.method.rawValue, fields: Self.joined(request.headers),
        sent: configured.filter { compared.contains($0.name.lowercased()) }))
    let hasBody = status != 204 && status != 304 && request.method != .head
    return Answer(
      interim: Self.interim(step, url: request.url),
      head: ResponseHead(status: status, headers: headers, url: request.url, httpVersion: "HTTP/1.1"),
      body: hasBody ? content : Data(), disconnects: step.isTrue("disconnect"))
  }

  private func status(
    _ request: TransportRequest, _ number: Int, _ step: PublicCaseStep, _ state: State
  ) -> Int {
    guard step.type?.hasSuffix("validated") == true else { return step.status ?? 200 }
    guard number > 1 else { return 999 }
    let previous =
      state.configured[number - 1]
      // Its response came from the cache, so it was never sent.
      ?? test.steps[number - 2].fields("response_headers").map { ($0.name, $0.value.string ?? "") }
    func isSame(_ condition: String, _ validator: String) -> Bool {
      guard let asked = request.headers[condition] else { return false }
      return previous.contains { $0.name.lowercased() == validator && $0.value == asked }
    }
    return isSame("If-None-Match", "etag") || isSame("If-Modified-Since", "last-modified") ? 304 : 999
  }

  /// The fields of a response in order, with dates relative to the time of the first answer.
  private static func configured(
    _ step: PublicCaseStep, now: Date, base: String
  ) -> [(name: String, value: String)] {
    step.fields("response_headers").map { field in
      let isDate = ["date", "expires", "last-modified"].contains(field.name.lowercased())
      let isLocation = ["location", "content-location"].contains(field.name.lowercased())
      if let seconds = field.value.int {
        return (
          field.name, isDate ? HTTPDate.text(of: now.addingTimeInterval(Double(seconds))) : String(seconds)
        )
      }
      let text = field.value.string ?? ""
      guard isLocation, step.isTrue("magic_locations") else { return (field.name, text) }
      return (field.name, text.isEmpty ? base : "\(base)/\(text)")
    }
  }

  private static func interim(_ step: PublicCaseStep, url: URL) -> [ResponseHead] {
    (step.json["interim_responses"].array ?? []).map { interim in
      let fields = (interim[1].array ?? []).map {
        HTTPField(name: $0[0].string ?? "", value: $0[1].string ?? "")
      }
      return ResponseHead(status: interim[0].int ?? 100, headers: HTTPHeaders(fields), url: url)
    }
  }

  private static func joined(_ headers: HTTPHeaders) -> [String: String] {
    Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
  }
}
