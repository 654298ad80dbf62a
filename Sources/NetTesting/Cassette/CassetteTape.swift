import Foundation
import Net

/// A cassette in use, as a pure value: which entry answers which request, and what has been recorded.
struct CassetteTape: Sendable {
  private(set) var loaded: [Cassette.Entry]
  /// The errors of entries that could not be read.
  private let skipped: [CassetteError]
  private let redaction: CassetteRedaction
  /// The entries of each key that have not been replayed yet, in the order of the file.
  private var waiting: [CassetteKey: FIFO<Int>] = [:]
  /// The entries that were replayed, each once.
  private var replayed: Set<Int> = []
  /// The recorded entries, in the order in which their requests were sent; nil until the request has ended.
  private var recorded: [Cassette.Entry?] = []

  init(_ cassette: Cassette, redaction: CassetteRedaction) {
    loaded = cassette.entries
    skipped = cassette.skipped
    self.redaction = redaction
    var groups: [CassetteKey: [Int]] = [:]
    for (index, entry) in loaded.enumerated() {
      let key = CassetteKey(redaction.redacted(entry.request), bodyLimit: entry.bodyLimit)
      groups[key, default: []].append(index)
    }
    waiting = groups.mapValues(FIFO.init)
  }

  /// Takes the next entry for a request with one of these keys.
  mutating func take(_ keys: [CassetteKey]) -> (entry: Cassette.Entry, number: Int)? {
    let next = keys.compactMap { key in waiting[key]?.first.map { (key, $0) } }.min { $0.1 < $1.1 }
    guard let (key, index) = next else { return nil }
    waiting[key]?.first = nil
    replayed.insert(index)
    return (loaded[index], index + 1)
  }

  /// Reserves a slot for the entry of a request that is sent now.
  mutating func beginRecording() -> Int {
    recorded.append(nil)
    return recorded.count - 1
  }

  /// Fills a slot.
  mutating func record(_ entry: Cassette.Entry, at slot: Int) { recorded[slot] = entry }

  /// The entries recorded so far.
  var recording: [Cassette.Entry] { recorded.compactMap(\.self) }

  /// The entries to write in this mode; nil if nothing new was recorded.
  func content(mode: RecordingMode) -> [Cassette.Entry]? {
    let new = recording.map(redacted)
    guard !new.isEmpty, mode != .replay else { return nil }
    return mode == .recordAll ? new : loaded.map(redacted) + new
  }

  private func redacted(_ entry: Cassette.Entry) -> Cassette.Entry {
    var result = entry
    result.request = redaction.redacted(entry.request)
    result.response = entry.response.map(redaction.redacted)
    result.failure = entry.failure.map(redaction.redacted)
    result.webSocket = entry.webSocket.map { $0.map(redaction.redacted) }
    if result != entry { result.source = entry.source.map { CassetteWriter.entry(result, over: $0) } }
    return result
  }

  /// The report on a request that no entry answers.
  func report(for request: RecordedRequest, cassette: String) -> String {
    // The report prefers the last of equally near candidates.
    let stubs = loaded.enumerated().reversed().map { index, entry in
      NearMissReport.Candidate(
        entry.matcher(number: index + 1, redaction: redaction), isUsed: replayed.contains(index))
    }
    let report = NearMissReport(stubs: stubs, noun: ("entry", "entries")) { _, _ in
      """
      record it, in mode .recordNew, which adds it to the cassette; or everything again, in mode .recordAll. If a \
      part differs each time, such as a date, pass it to the code; if it is a secret, add its name to the \
      Redaction.
      """
    }
    var lines = ["The cassette \(cassette) does not match.", report.text(for: redaction.redacted(request))]
    if !skipped.isEmpty {
      lines.append(
        "Entries that could not be read, and were skipped: \(list(skipped.map { "\($0.path): \($0.words)" }))."
      )
    }
    return lines.joined(separator: "\n")
  }
}
