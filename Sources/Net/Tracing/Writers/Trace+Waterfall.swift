extension Trace {
  /// How a waterfall is drawn in a terminal.
  public struct WaterfallStyle: Sendable, Hashable {
    /// The number of columns; from 40 to 200.
    public var width: Int
    /// Whether colors are used.
    public var usesColor: Bool
    /// The maximum number of lines; nil for no limit.
    ///
    /// A request, its remark and the legend are always drawn, and a line for what is left out.
    public var maximumLines: Int?

    /// Creates a style.
    public init(width: Int = 100, usesColor: Bool = false, maximumLines: Int? = nil) {
      self.width = width
      self.usesColor = usesColor
      self.maximumLines = maximumLines
    }

    /// Creates the style for a terminal.
    ///
    /// Colors are used only if the output is a terminal, `NO_COLOR` is not set (<https://no-color.org>) and `TERM` is
    /// not `dumb`. The width is `COLUMNS`, or 100.
    ///
    /// - Parameters:
    ///   - environment: The environment of the process.
    ///   - isTerminal: Whether the output is a terminal, as `isatty` says.
    public init(environment: [String: String], isTerminal: Bool) {
      let isColorless = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      self.init(
        width: environment["COLUMNS"].flatMap { Int($0) } ?? 100,
        usesColor: isTerminal && !isColorless && environment["TERM"] != "dumb")
    }
  }

  /// Returns the trace as a waterfall for a terminal: a line and a bar for each request.
  ///
  /// ```swift
  /// print(recorder.trace.waterfall(Trace.WaterfallStyle(width: 80)))
  /// ```
  ///
  /// ```text
  /// 1 GET api.github.com/users/trentm  200 ░░░▒▒▒▒▒█                       123 ms
  /// 2 GET api.github.com/user…m/repos  200          ▒▒▒·····▒▒▒██          310 ms
  /// ```
  ///
  /// `·` stands for waiting for a slot, a policy or a delay, `░` for connecting, `▒` for sending and waiting for the
  /// response, `█` for receiving, `▚` for decoding. Failures and pending requests are named below. Everything but
  /// printable ASCII is percent-encoded. If the lines are limited, requests that did not succeed come first, and then
  /// the slowest.
  public func waterfall(_ style: WaterfallStyle = WaterfallStyle()) -> String {
    Waterfall(trace: self, style: style).text
  }
}

/// Draws a trace for a terminal.
private struct Waterfall {
  let trace: Trace
  let style: Trace.WaterfallStyle
  private let labelWidth: Int
  private let barWidth: Int
  private let span: Range<Duration>

  init(trace: Trace, style: Trace.WaterfallStyle) {
    self.trace = trace
    self.style = style
    let width = min(max(style.width, 40), 200)
    // Three spaces, 3 columns for the status and 9 for the time.
    let rest = width - 3 - 9 - 3
    barWidth = max(8, rest * 11 / 20)
    labelWidth = rest - barWidth
    span = trace.span
  }

  var text: String {
    let shown = chosen
    var lines = shown.rows.map { row($0) }
    lines += shown.remarks
    let hidden = trace.requests.count - shown.rows.count
    if hidden > 0 { lines.append(dimmed("… and \(hidden.counted("more request"))")) }
    if trace.droppedRequests > 0 {
      lines.append(dimmed("… \(trace.droppedRequests.counted("older request")) not kept"))
    }
    if trace.requests.isEmpty { lines.append("no requests") } else { lines.append(legend) }
    return lines.joined(separator: "\n")
  }

  /// The requests that are shown, in order, and the remarks about them.
  private var chosen: (rows: [Trace.TracedRequest], remarks: [String]) {
    let remarks = trace.requests.filter { $0.remark != nil }
    guard let limit = style.maximumLines else { return (trace.requests, remarks.map { remark($0) }) }
    // The legend, and a line each for what is left out.
    let available = max(2, max(0, limit) - 2 - (trace.droppedRequests > 0 ? 1 : 0))
    let shown = remarks.prefix(max(available / 3, available - trace.requests.count))
    let room = max(1, available - shown.count)
    guard trace.requests.count > room else { return (trace.requests, shown.map { remark($0) }) }
    let ranked = trace.requests.indices.sorted { left, right in
      let (first, second) = (trace.requests[left], trace.requests[right])
      if (first.remark != nil) != (second.remark != nil) { return first.remark != nil }
      let (a, b) = (length(first), length(second))
      return a == b ? left < right : a > b
    }
    let kept = ranked.prefix(room).sorted()
    return (kept.map { trace.requests[$0] }, shown.map { remark($0) })
  }

  private func length(_ request: Trace.TracedRequest) -> Duration {
    request.span(in: trace).length
  }

  // MARK: - Lines

  private func row(_ request: Trace.TracedRequest) -> String {
    let method = TraceText.plain(request.method).prefix(7)
    let digits = String(trace.requests.last?.id ?? 0).count
    let number = String(repeating: " ", count: max(0, digits - "\(request.id)".count)) + "\(request.id)"
    let name = "\(number) \(method) " + TraceText.plain(TraceText.target(request.url))
    let label = padded(TraceText.cut(name, to: labelWidth), to: labelWidth)
    let time = TraceText.duration(length(request))
    let end = String(repeating: " ", count: max(0, 9 - time.count)) + time
    return "\(label) \(badge(request)) \(bar(request)) \(end)"
  }

  private func badge(_ request: Trace.TracedRequest) -> String {
    let text = padded(String(request.badge.prefix(3)), to: 3)
    switch request.outcome {
    case .failed: return painted(text, "31")
    case .pending, .cancelled: return painted(text, "33")
    case .finished(let status): return painted(text, status < 300 ? "32" : "33")
    }
  }

  private func remark(_ request: Trace.TracedRequest) -> String {
    let since = request.end == nil ? " since \(TraceText.duration(request.start))" : ""
    let line = (request.remark ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
    let words = "\(request.id): \(TraceText.plain(line))\(since)"
    let width = min(max(style.width, 40), 200)
    let cut = words.count > width ? words.prefix(width - 1) + "…" : words[...]
    return request.hasFailed ? painted(String(cut), "31") : painted(String(cut), "33")
  }

  private var legend: String {
    // The long legend has 46 columns.
    dimmed(
      style.width < 46
        ? "· idle ░ connect ▒ wait █ recv ▚ dec" : "· idle  ░ connect  ▒ wait  █ receive  ▚ decode")
  }

  // MARK: - Bars

  private func bar(_ request: Trace.TracedRequest) -> String {
    var cells = [Character](repeating: " ", count: barWidth)
    let whole = request.span(in: trace)
    for index in columns(whole.lowerBound, whole.upperBound) { cells[index] = "·" }
    for phase in request.allPhases {
      let glyph = Self.glyph(of: phase.kind)
      let end = phase.end ?? whole.upperBound
      // A phase without a duration must not hide another one.
      guard glyph != "·", end > phase.start || whole.isEmpty else { continue }
      for index in columns(phase.start, end) { cells[index] = glyph }
    }
    guard style.usesColor else { return String(cells) }
    var text = ""
    var start = cells.startIndex
    while start < cells.endIndex {
      let end = cells[start...].firstIndex { $0 != cells[start] } ?? cells.endIndex
      text += painted(String(cells[start..<end]), Self.color(of: cells[start]))
      start = end
    }
    return text
  }

  /// The columns between two times; at least one.
  private func columns(_ start: Duration, _ end: Duration) -> Range<Int> {
    guard !span.isEmpty else { return 0..<1 }
    let first = min(Int((span.share(of: start) * Double(barWidth)).rounded(.down)), barWidth - 1)
    let last = max(first + 1, Int((span.share(of: end) * Double(barWidth)).rounded(.up)))
    return first..<last
  }

  private static func glyph(of kind: Trace.Phase.Kind) -> Character {
    switch kind {
    case .queued, .adapting, .backOff: "·"
    case .nameLookup, .connect, .secureConnection: "░"
    case .sending, .waiting: "▒"
    case .receiving, .cache: "█"
    case .decoding: "▚"
    }
  }

  private static func color(of glyph: Character) -> String {
    switch glyph {
    case "░": "35"
    case "▒": "34"
    case "█": "32"
    case "▚": "36"
    default: "2"
    }
  }

  // MARK: - Colors

  private func painted(_ text: String, _ code: String) -> String {
    style.usesColor && text.contains { $0 != " " } ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }

  private func dimmed(_ text: String) -> String { painted(text, "2") }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
