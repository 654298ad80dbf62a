import Net
import NetTesting
import Stream

/// A picture of an operator: its sources, its call, and its result, each on a line of time.
///
/// The pictures of the documentation are made from the events of a run in virtual time.
struct MarblePicture: Sendable {
  /// An event on a line.
  struct Marble: Sendable, Hashable {
    /// The time since the subscription.
    var time: Duration
    /// The element as text; nil for an end.
    var text: String?
    /// Whether it is an error.
    var isError: Bool

    /// Creates the marble of a recorded event.
    init<Element>(_ recorded: Recorded<Event<Element>>, from origin: Duration = .zero) {
      time = recorded.time - origin
      switch recorded.value {
      case .next(let element):
        text = "\(element)"
        isError = false
      case .completed:
        text = nil
        isError = false
      case .error:
        text = nil
        isError = true
      }
    }
  }

  /// The lines of the sources.
  var sources: [[Marble]]
  /// The call of the operator.
  var call: String
  /// The line of the result.
  var result: [Marble]

  init(sources: [[Marble]], call: String, result: [Marble]) {
    self.sources = sources
    self.call = call
    self.result = result
  }

  private static let step = 36.0
  private static let rowHeight = 44
  private static let margin = 24.0

  /// The number of seconds that are drawn.
  private var length: Double {
    let times = (sources + [result]).flatMap { $0 }.map { $0.time / .seconds(1) }
    return (times.max() ?? 0) + 1
  }

  /// Returns the picture as SVG.
  func svg(isDark: Bool) -> String {
    let callWidth = Double(call.count) * 7.8 + 24
    let width = max(Self.margin * 2 + length * Self.step, callWidth + Self.margin * 2)
    let height = (sources.count + 1) * Self.rowHeight + 52
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(SVGText.number(width))" height="\(height)" \
      viewBox="0 0 \(SVGText.number(width)) \(height)" role="img" aria-label="\(SVGText.escaped(label))">
      <style>\(Self.style(isDark: isDark))</style>

      """
    var y = 24
    for (number, source) in sources.enumerated() {
      svg += line(source, y: y, color: number, width: width)
      y += Self.rowHeight
    }
    svg +=
      "<rect class=\"call\" x=\"12\" y=\"\(y - 12)\" width=\"\(SVGText.number(width - 24))\" height=\"32\" rx=\"6\"/>"
    svg +=
      "<text class=\"code\" x=\"\(SVGText.number(width / 2))\" y=\"\(y + 9)\">\(SVGText.escaped(call))</text>\n"
    y += 52
    svg += line(result, y: y, color: 9, width: width)
    return svg + "</svg>\n"
  }

  /// A description of the picture, for screen readers.
  private var label: String {
    func words(_ marbles: [Marble]) -> String {
      marbles.map { marble in
        let what = marble.text ?? (marble.isError ? "an error" : "the end")
        return "\(what) at \(TraceTime.seconds(marble.time))"
      }.joined(separator: ", ")
    }
    let lines = sources.enumerated().map { "Source \($0.offset + 1): \(words($0.element))." }
    return (lines + ["\(call): \(words(result))."]).joined(separator: " ")
  }

  private func line(_ marbles: [Marble], y: Int, color: Int, width: Double) -> String {
    let ends = marbles.contains { $0.text == nil }
    let last = marbles.last { $0.text == nil }.map { x($0.time) } ?? width - 12
    var line = "<path class=\"line\" d=\"M12 \(y)H\(SVGText.number(last))\"/>"
    if !ends { line += "<path class=\"line\" d=\"M\(SVGText.number(last - 6)) \(y - 5)l6 5l-6 5\"/>" }
    var counts: [Duration: Int] = [:]
    for marble in marbles {
      // Events at the same time are drawn side by side.
      let index = counts[marble.time, default: 0]
      counts[marble.time] = index + 1
      let x = x(marble.time) + Double(index) * 14
      guard let text = marble.text else {
        let end = SVGText.number(x)
        line +=
          marble.isError
          ? "<path class=\"bad\" d=\"M\(end) \(y)m-7 -7l14 14m0 -14l-14 14\"/>"
          : "<path class=\"end\" d=\"M\(end) \(y - 13)v26\"/>"
        continue
      }
      let size = text.count < 3 ? "" : text.count < 5 ? " small" : " tiny"
      line += "<circle class=\"m\(color)\" cx=\"\(SVGText.number(x))\" cy=\"\(y)\" r=\"14\"/>"
      line +=
        "<text class=\"value\(size)\" x=\"\(SVGText.number(x))\" y=\"\(y + 5)\">\(SVGText.escaped(text))</text>"
    }
    return line + "\n"
  }

  private func x(_ time: Duration) -> Double { Self.margin + time / .seconds(1) * Self.step }

  private static func style(isDark: Bool) -> String {
    let shapes = """
      text{text-anchor:middle;font:600 13px system-ui,sans-serif}.small{font-size:10px}.tiny{font-size:7px}\
      .code{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}.line,.end,.bad{fill:none;stroke-width:2}\
      .end{stroke-width:3}.bad{stroke-width:3}circle{stroke-width:1.5}
      """
    let colors =
      isDark
      ? """
      text{fill:#f5f5f7}.call{fill:#1f2937;stroke:#4b5563}.line,.end{stroke:#a1a1aa}.bad{stroke:#ff7b72}\
      circle{stroke:#f5f5f7}.m0{fill:#1d4ed8}.m1{fill:#b45309}.m2{fill:#7e22ce}.m9{fill:#15803d}
      """
      : """
      text{fill:#1d1d1f}.call{fill:#f3f4f6;stroke:#9ca3af}.line,.end{stroke:#52525b}.bad{stroke:#b91c1c}\
      circle{stroke:#1d1d1f}.m0{fill:#bfdbfe}.m1{fill:#fde68a}.m2{fill:#e9d5ff}.m9{fill:#bbf7d0}
      """
    return shapes + colors
  }
}

/// Times in descriptions.
private enum TraceTime {
  static func seconds(_ time: Duration) -> String {
    let text = SVGText.number(time / .seconds(1))
    return text == "1" ? "1 second" : "\(text) seconds"
  }
}
