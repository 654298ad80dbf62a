import Foundation

/// Texts that several writers use.
package enum TraceText {
  /// Returns a duration for people: `840 µs`, `7.4 ms`, `123 ms`, `1.24 s`, `2 min 5 s`.
  package static func duration(_ duration: Duration) -> String {
    let microseconds = (max(.zero, duration) / .microseconds(1)).rounded()
    if microseconds < 1_000 { return "\(Int(microseconds)) µs" }
    if microseconds < 10_000 { return "\(decimal(microseconds / 1_000, 1)) ms" }
    if microseconds < 999_500 { return "\(Int((microseconds / 1_000).rounded())) ms" }
    let seconds = microseconds / 1_000_000
    if seconds < 99.995 { return "\(decimal(seconds, 2)) s" }
    guard seconds < 1e15 else { return "∞" }
    let whole = Int(seconds.rounded())
    return "\(whole / 60) min \(whole % 60) s"
  }

  /// Returns the number with this many decimal places, at least one, without a locale.
  static func decimal(_ number: Double, _ places: Int) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "0" }
    let scale = pow(10, Double(places))
    let scaled = Int((abs(number) * scale).rounded())
    let fraction = String(scaled % Int(scale))
    let sign = number < 0 && scaled > 0 ? "-" : ""
    return "\(sign)\(scaled / Int(scale))." + String(repeating: "0", count: places - fraction.count)
      + fraction
  }

  /// Returns the text with everything but printable ASCII percent-encoded.
  ///
  /// Control characters could change a terminal, and characters of other widths or directions would break the columns.
  package static func plain(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if (0x20...0x7e).contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }

  /// Returns the host and the path of a URL, which identify a request best.
  package static func target(_ url: String) -> String {
    guard let scheme = url.range(of: "://") else { return url }
    return String(url[scheme.upperBound...])
  }

  /// Returns an ASCII text cut in its middle to this many characters.
  static func cut(_ text: String, to width: Int) -> String {
    guard text.utf8.count > width else { return text }
    guard width > 4 else { return String(text.prefix(max(0, width))) }
    let tail = (width - 1) / 2
    return "\(text.prefix(width - 1 - tail))…\(text.suffix(tail))"
  }
}

extension Trace.TracedRequest {
  /// The outcome in at most four characters: the status, `✗`, `…` or `–`.
  var badge: String {
    switch outcome {
    case .pending: "…"
    case .finished(let status): "\(status)"
    case .failed: status.map { "\($0)" } ?? "✗"
    case .cancelled: "–"
    }
  }

  /// Whether it failed.
  var hasFailed: Bool { if case .failed = outcome { true } else { false } }

  /// What happened, if it is more than a status.
  var remark: String? {
    switch outcome {
    case .pending: "pending"
    case .cancelled: "cancelled"
    case .failed(let reason): unavailability ?? reason
    case .finished: unavailability
    }
  }

  /// That the cache made the response, because it had nothing to use and the network was not allowed; nil otherwise.
  private var unavailability: String? {
    guard attempts.isEmpty, let note = notes.last(where: \.isUnavailability) else { return nil }
    return "504 of the cache, without a server: \(note.text)"
  }

  /// The time from the start to the end, including decoding.
  func span(in trace: Trace) -> Range<Duration> {
    let decoded = phases.filter { $0.kind == .decoding }.compactMap(\.end)
    let end = max(start, end.map { max($0, decoded.max() ?? $0) } ?? trace.duration)
    return start..<end
  }
}

extension Trace {
  /// The time from the first start to the last end.
  var span: Range<Duration> {
    let ends = requests.map { $0.span(in: self).upperBound } + streams.map { $0.end ?? duration }
    let starts = requests.map(\.start) + streams.map(\.start)
    let start = starts.min() ?? .zero
    return start..<max(start, ends.max() ?? start)
  }
}

extension Trace.Phase {
  /// When it ends; nil while it lasts.
  ///
  /// A trace from a file may have any times, so all arithmetic with them is limited to what a `Duration` can express.
  var end: Duration? { duration.map { start.addingSaturated($0) } }
}

extension Range<Duration> {
  /// The time between the bounds.
  var length: Duration { upperBound.subtractingSaturated(lowerBound) }

  /// The share of the range that has passed at a time, from 0 to 1; 0 if the range is empty.
  func share(of time: Duration) -> Double {
    guard !isEmpty else { return 0 }
    return Swift.min(Swift.max(time.subtractingSaturated(lowerBound) / length, 0), 1)
  }
}

extension Trace.Phase.Kind {
  /// The name in texts.
  var name: String {
    switch self {
    case .queued: "queued"
    case .adapting: "interceptors"
    case .cache: "cache"
    case .nameLookup: "DNS"
    case .connect: "connect"
    case .secureConnection: "TLS"
    case .sending: "send"
    case .waiting: "wait"
    case .receiving: "receive"
    case .backOff: "back-off"
    case .decoding: "decode"
    }
  }
}
