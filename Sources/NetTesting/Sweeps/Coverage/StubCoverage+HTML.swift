public import Foundation
import Net

extension StubCoverage {
  /// The coverage as an HTML page: a table of all stubs, in which unused ones are marked.
  ///
  /// ```swift
  /// try transport.coverage.html(title: "Login tests").write(to: folder.appending(path: "coverage.html"))
  /// ```
  ///
  /// The page needs no network and contains no script. All texts are escaped.
  public func html(title: String = "Coverage of stubs") -> Data {
    let rows = stubs.map { stub in
      """
      <tr class="\(stub.uses == 0 ? "none" : stub.unused.isEmpty ? "all" : "some")"><td>\(Self.escaped(stub.matcher))\
      </td><td>\(Self.escaped(stub.location))</td><td>\(stub.uses)</td><td>\(Self.list(stub.responses))</td></tr>
      """
    }
    let missing = missingKinds
    let page = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(Self.escaped(title))</title>
      <style>
      :root { color-scheme: light dark }
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem }
      table { border-collapse: collapse }
      th, td { border: 1px solid #8886; padding: .3rem .6rem; text-align: left; vertical-align: top }
      td { overflow-wrap: anywhere }
      .none { background: #e5484d33 }
      .some { background: #f5a62333 }
      .unused { font-weight: bold; text-decoration: underline dotted }
      </style></head><body>
      <h1>\(Self.escaped(title))</h1>
      <p>\(Self.escaped(description.split(separator: "\n").first.map(String.init) ?? ""))</p>
      <p>\(missing.isEmpty ? "" : "No request received: \(missing.joined(separator: ", ")).")</p>
      <table><thead><tr><th>Stub</th><th>Location</th><th>Uses</th><th>Responses</th></tr></thead><tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table>
      </body></html>

      """
    return Data(page.utf8)
  }

  private static func list(_ responses: [Response]) -> String {
    responses.map { response in
      response.uses == 0
        ? "<span class=\"unused\">\(escaped(response.kind)), not used</span>"
        : "\(escaped(response.kind)) × \(response.uses)"
    }.joined(separator: "<br>")
  }

  /// The text with the characters replaced that have a meaning in HTML; invisible characters are left out.
  private static func escaped(_ text: String) -> String {
    let visible = text.unicodeScalars.filter { $0 == "\t" || $0 == "\n" || !$0.isInvisible }
    return SVGText.escaped(String(String.UnicodeScalarView(visible)))
  }
}
