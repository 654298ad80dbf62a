public import Net

extension SweepGrid {
  /// Returns the grid as an SVG picture, for a document: a row for each fault, a square for each run.
  ///
  /// ```swift
  /// try report.grid?.svg(title: "Payments").write(to: file, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// It contains no script and refers to nothing outside.
  ///
  /// - Parameters:
  ///   - title: The heading.
  ///   - appearance: The colors.
  /// - Returns: The text of the file.
  public func svg(title: String, appearance: Trace.Appearance = .automatic) -> String {
    SweepDrawing(grid: self, title: title, appearance: appearance).text
  }
}

/// Draws a grid.
private struct SweepDrawing {
  let grid: SweepGrid
  let title: String
  let appearance: Trace.Appearance

  private static let cell = 22
  // A character is about 6.6 pixels wide.
  private var labelWidth: Int { 16 + (grid.rows.map(\.count).max() ?? 0) * 66 / 10 + 8 }
  private var namesHeight: Int { 40 + grid.columns.count * 18 }
  private var top: Int { namesHeight + Self.cell }
  private var bottom: Int { top + grid.rows.count * Self.cell }
  private var signs: [SweepSign] { grid.signs.filter { $0 != .none } }
  private var width: Int {
    let names = (grid.columns.map(\.count).max() ?? 0) * 66 / 10 + 50
    return max(max(labelWidth + grid.columns.count * Self.cell + 16, names), 420)
  }
  private var height: Int { bottom + 16 + signs.count * 20 + 8 }

  var text: String {
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img" aria-label="\(SVGText.escaped(title)): \(failures) of \(runs.counted("run")) failed">
      <style>\(style)</style>
      <rect class="ground" width="\(width)" height="\(height)" rx="6"/>
      <text class="title" x="12" y="24">\(SVGText.escaped(title))</text>

      """
    for (index, name) in grid.columns.enumerated() {
      svg +=
        "<text class=\"name\" x=\"12\" y=\"\(48 + index * 18)\">\(index + 1)  \(SVGText.escaped(name))</text>\n"
      svg += "<text class=\"quiet middle\" x=\"\(x(index) + 10)\" y=\"\(top - 6)\">\(index + 1)</text>\n"
    }
    for (row, name) in grid.rows.enumerated() {
      let y = top + row * Self.cell
      svg += "<text class=\"name\" x=\"12\" y=\"\(y + 15)\">\(SVGText.escaped(name))</text>\n"
      for column in grid.columns.indices { svg += square(grid[row, column], x: x(column), y: y) }
    }
    for (index, sign) in signs.enumerated() {
      let y = bottom + 16 + index * 20
      svg +=
        square(sign, x: 12, y: y) + "<text class=\"quiet\" x=\"40\" y=\"\(y + 15)\">\(sign.meaning)</text>\n"
    }
    return svg + "</svg>\n"
  }

  private var runs: Int { grid.cells.joined().count { $0 != .none && $0 != .skipped } }
  private var failures: Int { grid.cells.joined().count { $0.isFailure } }

  private func x(_ column: Int) -> Int { labelWidth + column * Self.cell }

  private func square(_ sign: SweepSign, x: Int, y: Int) -> String {
    guard sign != .none else { return "" }
    let kind = sign.isFailure ? "bad" : sign == .passed ? "good" : "left"
    var square = "<rect class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\" width=\"20\" height=\"20\" rx=\"3\"/>"
    // The sign, too, so that the picture does not depend on colors.
    let letter = sign == .passed ? "·" : String(sign.rawValue)
    square += "<text class=\"sign\" x=\"\(x + 10)\" y=\"\(y + 15)\">\(letter)</text>\n"
    return square
  }

  private var style: String {
    let light = Self.colors(
      ground: "#fff", ink: "#1f2328", quiet: "#57606a", good: "#116329", bad: "#cf222e", left: "#57606a")
    let dark = Self.colors(
      ground: "#0d1117", ink: "#e6edf3", quiet: "#9198a1", good: "#238636", bad: "#da3633", left: "#6e7681")
    return """
      text{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}.title,.sign{font-weight:600}\
      .middle,.sign{text-anchor:middle}
      """
        + {
          switch appearance {
          case .light: light
          case .dark: dark
          case .automatic: light + "@media(prefers-color-scheme:dark){\(dark)}"
          }
        }()
  }

  private static func colors(
    ground: String, ink: String, quiet: String, good: String, bad: String, left: String
  ) -> String {
    """
    .ground{fill:\(ground)}text{fill:\(ink)}text.quiet{fill:\(quiet)}text.sign{fill:#fff}.good{fill:\(good)}\
    .bad{fill:\(bad)}.left{fill:\(left)}
    """
  }
}
