extension Trace {
  /// The colors of a drawing.
  public enum Appearance: String, Sendable, Hashable {
    /// Light or dark, as the system of the reader.
    case automatic
    /// Dark text on a light background.
    case light
    /// Light text on a dark background.
    case dark
  }

  /// Returns the trace as an SVG waterfall, for a document: a row and a bar for each request, and a row of marbles for
  /// each stream.
  ///
  /// ```swift
  /// try recorder.trace.svg().write(to: URL(filePath: "requests.svg"), atomically: true, encoding: .utf8)
  /// ```
  ///
  /// It contains no script and refers to nothing outside. Only the first rows are drawn, and the number of the others
  /// is named.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, from 320 to 4000.
  ///   - appearance: The colors.
  ///   - maximumRows: The maximum number of rows.
  /// - Returns: The text of the file.
  public func svg(width: Int = 880, appearance: Appearance = .automatic, maximumRows: Int = 200) -> String {
    WaterfallDrawing(
      trace: self, width: min(max(width, 320), 4_000), appearance: appearance,
      maximumRows: max(1, maximumRows)
    ).text
  }
}

/// Draws a trace.
private struct WaterfallDrawing {
  let trace: Trace
  let width: Int
  let appearance: Trace.Appearance
  let maximumRows: Int

  private static let rowHeight = 22
  private static let top = 30
  private var labelWidth: Int { width * 38 / 100 }
  /// The number of characters of a label; one is about 6.6 pixels wide.
  private var labelLength: Int { max(8, (labelWidth - 12) * 10 / 66) }
  private var barStart: Int { labelWidth + 44 }
  private var barWidth: Int { width - barStart - 72 }

  var text: String {
    let span = trace.span
    let requests = trace.requests.prefix(maximumRows)
    let streams = trace.streams.prefix(maximumRows)
    let hidden = trace.requests.count - requests.count
    let rows = requests.count + streams.count + (hidden > 0 ? 1 : 0)
    let height = Self.top + rows * Self.rowHeight + 30
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img" aria-label="Waterfall of \(trace.requests.count.counted("request"))">
      <style>\(SVGText.style(appearance))</style>
      <rect class="ground" width="\(width)" height="\(height)" rx="6"/>

      """
    svg += axis(span, height: height)
    var y = Self.top
    for request in requests {
      svg += row(request, y: y, in: span)
      y += Self.rowHeight
    }
    for stream in streams {
      svg += row(stream, y: y, in: span)
      y += Self.rowHeight
    }
    if hidden > 0 {
      svg += "<text class=\"quiet\" x=\"8\" y=\"\(y + 15)\">… and \(hidden.counted("more request"))</text>\n"
    }
    svg += legend(y: height - 10)
    return svg + "</svg>\n"
  }

  // MARK: - Rows

  private func row(_ request: Trace.TracedRequest, y: Int, in span: Range<Duration>) -> String {
    let label = "\(request.method) \(TraceText.target(request.url))"
    let whole = request.span(in: trace)
    var row = "<g><title>\(SVGText.escaped(title(request)))</title>"
    row += "<text class=\"name\" x=\"8\" y=\"\(y + 15)\">"
    row += SVGText.escaped(TraceText.cut(TraceText.plain(label), to: labelLength)) + "</text>"
    row +=
      "<text class=\"status \(request.hasFailed ? "bad" : "good")\" x=\"\(labelWidth + 4)\" y=\"\(y + 15)\">"
    row += SVGText.escaped(request.badge) + "</text>"
    row += bar("idle", whole.lowerBound, whole.upperBound, y: y + 9, height: 4, in: span)
    for phase in request.allPhases {
      let end = phase.end ?? whole.upperBound
      guard let kind = Self.css(phase.kind), end > phase.start else { continue }
      row += bar(kind, phase.start, end, y: y + 5, height: 12, in: span)
    }
    let length = TraceText.duration(whole.length)
    row += "<text class=\"time\" x=\"\(width - 8)\" y=\"\(y + 15)\">\(length)</text></g>\n"
    return row
  }

  private func title(_ request: Trace.TracedRequest) -> String {
    let phases = request.allPhases.compactMap { phase in
      phase.duration.map { "\(phase.kind.name) \(TraceText.duration($0))" }
    }
    let lines = ["\(request.method) \(request.url)", request.remark ?? request.badge] + phases
    return lines.map { $0.cut(to: 512) }.joined(separator: "\n")
  }

  private func row(_ stream: Trace.TracedStream, y: Int, in span: Range<Duration>) -> String {
    let name = TraceText.plain(stream.name) + (stream.subscription > 1 ? " #\(stream.subscription)" : "")
    let shown = stream.marbles.suffix(500)
    let missing = stream.droppedMarbles.addingSaturated(stream.marbles.count - shown.count)
    let title = missing > 0 ? "<title>\(missing.counted("earlier event")) not shown</title>" : ""
    var row = "<g>\(title)<text class=\"name\" x=\"8\" y=\"\(y + 15)\">"
    row += SVGText.escaped(TraceText.cut(name, to: labelLength)) + "</text>"
    row += bar("line", stream.start, stream.end ?? trace.duration, y: y + 10, height: 2, in: span)
    for marble in shown {
      let x = SVGText.number(self.x(marble.time, in: span))
      switch marble.kind {
      case .element:
        row += "<circle class=\"marble\" cx=\"\(x)\" cy=\"\(y + 11)\" r=\"5\">"
        row += "<title>\(SVGText.escaped(marble.text.cut(to: 512)))</title></circle>"
      case .completion, .disposal: row += "<path class=\"stop\" d=\"M\(x) \(y + 5)v12\"/>"
      case .error:
        row += "<path class=\"stop bad\" d=\"M\(x) \(y + 11)m-4 -4l8 8m0 -8l-8 8\">"
        row += "<title>\(SVGText.escaped(marble.text.cut(to: 512)))</title></path>"
      }
    }
    return row + "</g>\n"
  }

  // MARK: - Axis and legend

  private func axis(_ span: Range<Duration>, height: Int) -> String {
    var axis = ""
    for quarter in 0...4 {
      let x = barStart + barWidth * quarter / 4
      let time = span.length / 4 * quarter
      axis += "<path class=\"grid\" d=\"M\(x) \(Self.top - 6)V\(height - 26)\"/>"
      axis += "<text class=\"quiet tick\" x=\"\(x)\" y=\"16\">\(TraceText.duration(time))</text>\n"
    }
    return axis
  }

  private func legend(y: Int) -> String {
    var x = 8
    var legend = ""
    for (kind, name) in [
      ("idle", "idle"), ("dns", "DNS"), ("connect", "connect"), ("tls", "TLS"), ("send", "send"),
      ("wait", "wait"),
      ("receive", "receive"), ("decode", "decode"),
    ] {
      legend += "<rect class=\"\(kind)\" x=\"\(x)\" y=\"\(y - 9)\" width=\"10\" height=\"10\" rx=\"2\"/>"
      legend += "<text class=\"quiet\" x=\"\(x + 14)\" y=\"\(y)\">\(name)</text>"
      x += 26 + name.count * 7
    }
    return legend + "\n"
  }

  // MARK: - Geometry

  private func x(_ time: Duration, in span: Range<Duration>) -> Double {
    Double(barStart) + Double(barWidth) * span.share(of: time)
  }

  private func bar(
    _ kind: String, _ start: Duration, _ end: Duration, y: Int, height: Int, in span: Range<Duration>
  ) -> String {
    let first = x(start, in: span)
    let length = max(1, x(end, in: span) - first)
    return "<rect class=\"\(kind)\" x=\"\(SVGText.number(first))\" y=\"\(y)\" "
      + "width=\"\(SVGText.number(length))\" height=\"\(height)\"/>"
  }

  private static func css(_ kind: Trace.Phase.Kind) -> String? {
    switch kind {
    case .queued, .adapting, .backOff: nil
    case .cache: "receive"
    case .nameLookup: "dns"
    case .connect: "connect"
    case .secureConnection: "tls"
    case .sending: "send"
    case .waiting: "wait"
    case .receiving: "receive"
    case .decoding: "decode"
    }
  }
}

/// Texts of SVG files.
package enum SVGText {
  /// Returns the text for an element or an attribute, without characters that XML does not allow.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case "\u{0}"..<"\u{20}", "\u{7f}"..<"\u{a0}", "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
      // Marks that change the direction of what follows them.
      case "\u{200e}"..."\u{200f}", "\u{202a}"..."\u{202e}", "\u{2066}"..."\u{2069}": result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the number with at most one decimal place.
  package static func number(_ number: Double) -> String {
    let text = TraceText.decimal(number, 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func style(_ appearance: Trace.Appearance) -> String {
    switch appearance {
    case .light: shapes + light
    case .dark: shapes + dark
    case .automatic: shapes + light + "@media(prefers-color-scheme:dark){\(dark)}"
    }
  }

  private static let shapes = """
    text{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}\
    .time,.status.num{text-anchor:end}.tick{text-anchor:middle}.stop{fill:none;stroke-width:2}
    """

  private static let light = """
    .ground{fill:#fff}text{fill:#1f2328}.quiet{fill:#57606a}.good{fill:#116329}.bad{fill:#cf222e;stroke:none}\
    .grid{stroke:#d8dee4}.idle,.line{fill:#c4ccd4}.dns{fill:#0f766e}.connect{fill:#c2410c}.tls{fill:#7e22ce}\
    .send{fill:#a16207}.wait{fill:#2563eb}.receive{fill:#15803d}.decode{fill:#be185d}.marble{fill:#2563eb}\
    .stop{stroke:#1f2328}.stop.bad{stroke:#cf222e}
    """

  private static let dark = """
    .ground{fill:#0d1117}text{fill:#e6edf3}.quiet{fill:#9198a1}.good{fill:#56d364}.bad{fill:#ff7b72}\
    .grid{stroke:#30363d}.idle,.line{fill:#4b535d}.dns{fill:#2dd4bf}.connect{fill:#fb923c}.tls{fill:#c084fc}\
    .send{fill:#facc15}.wait{fill:#60a5fa}.receive{fill:#4ade80}.decode{fill:#f472b6}.marble{fill:#60a5fa}\
    .stop{stroke:#e6edf3}.stop.bad{stroke:#ff7b72}
    """
}
