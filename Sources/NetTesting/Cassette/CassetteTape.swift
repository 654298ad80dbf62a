import Foundation
import Net

/// A cassette in use, as a pure value: which entry answers which request, and what has been recorded.
struct CassetteTape: Sendable {
  private(set) var loaded: [Cassette.Entry]
  /// Why other entries of the file could not be read.
  private let skipped: [CassetteError]
  private let redaction: CassetteRedaction
  /// For each key the entries that are still to be replayed, in the order of the file.
  private var waiting: [CassetteKey: ArraySlice<Int>] = [:]
  /// How often each entry was replayed: once at most.
  private var replayed: Set<Int> = []
  /// What is recorded, in the order in which the requests were sent; nil until the answer is there.
  private var recorded: [Cassette.Entry?] = []

  init(_ cassette: Cassette, redaction: CassetteRedaction) {
    loaded = cassette.entries
    skipped = cassette.skipped
    self.redaction = redaction
    var groups: [CassetteKey: [Int]] = [:]
    for (index, entry) in loaded.enumerated() {
      groups[CassetteKey(redaction.redacted(entry.request)), default: []].append(index)
    }
    waiting = groups.mapValues { $0[...] }
  }

  /// Takes the next entry for a request with this key.
  mutating func take(_ key: CassetteKey) -> (entry: Cassette.Entry, number: Int)? {
    guard let index = waiting[key]?.popFirst() else { return nil }
    replayed.insert(index)
    return (loaded[index], index + 1)
  }

  /// Makes room for the entry of a request that is sent now.
  mutating func beginRecording() -> Int {
    recorded.append(nil)
    return recorded.count - 1
  }

  /// Fills the room in.
  mutating func record(_ entry: Cassette.Entry, at slot: Int) { recorded[slot] = entry }

  /// What was recorded so far.
  var recording: [Cassette.Entry] { recorded.compactMap(\.self) }

  /// What is to be written in this mode; nil when nothing new was recorded.
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
    if result != entry { result.source = entry.source.map { HARWriter.entry(result, over: $0) } }
    return result
  }

  /// What to say of a request that no entry answers.
  func report(for request: RecordedRequest, cassette: String) -> String {
    // The report has the last first among equals.
    let stubs = loaded.enumerated().reversed().map { index, entry in
      NearMissReport.Candidate(
        entry.matcher(number: index + 1, redaction: redaction), isUsed: replayed.contains(index))
    }
    let report = NearMissReport(stubs: stubs, noun: ("entry", "entries")) { _ in
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
