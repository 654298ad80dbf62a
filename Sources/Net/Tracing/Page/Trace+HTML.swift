public import Foundation

extension Trace {
  /// Returns the trace as one HTML file with its own style and script, which a browser opens without a network.
  ///
  /// ```swift
  /// try recorder.trace.html(title: "Login").write(to: URL(filePath: "login.html"))
  /// ```
  ///
  /// It shows a waterfall with the streams on the same time axis. Filter and sort the requests, and select one for its
  /// timing, header fields, recorded bodies, errors and a `curl` command. Keys: `/` filters, the arrows select, Return
  /// opens, Escape closes. It follows the light or dark appearance of the system.
  ///
  /// Text of requests is never part of the markup, and a content security policy allows no other script.
  public func html(title: String = "Requests") -> Data {
    TracePage(title: title, isLive: false).html(of: self)
  }
}

/// The page that shows a trace.
package struct TracePage: Sendable {
  private let title: String
  private let isLive: Bool

  /// - `isLive`: Whether the page receives changes as server-sent events from `events`.
  package init(title: String, isLive: Bool) {
    self.title = title
    self.isLive = isLive
  }

  /// Returns the page with the requests of a trace.
  ///
  /// - `change`: The number of the last change in it, after which a live page asks for more.
  package func html(of trace: Trace, change: Int = 0) -> Data {
    var page = Data()
    func add(_ text: String) { page.append(contentsOf: text.utf8) }
    add(head)
    add("<script type=\"application/json\" id=\"trace\">{")
    add("\"live\":\(isLive),\"since\":\(change),")
    add(TraceJSON.members(of: trace, asScript: true))
    add("}</script>\n<script>\(Self.script)</script>\n</body>\n</html>\n")
    return page
  }

  /// The policy of the page: only its own script and style, and no network, or that of the inspector.
  package var policy: String {
    "default-src 'none'; script-src '\(Self.hash(Self.script))'; style-src '\(Self.hash(Self.style))'; "
      + "connect-src \(isLive ? "'self'" : "'none'"); base-uri 'none'; form-action 'none'"
  }

  private static func hash(_ text: String) -> String {
    "sha256-" + Data(SHA256.digest(text.utf8)).base64EncodedString()
  }

  private var head: String {
    let name = SVGText.escaped(title.cut(to: 256))
    let legend = [
      ("idle", "idle"), ("dns", "DNS"), ("connect", "connect"), ("tls", "TLS"), ("send", "send"),
      ("wait", "wait"),
      ("receive", "receive"), ("decode", "decode"),
    ].map { "<span><i class=\"\($0)\"></i>\($1)</span>" }.joined()
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(name)</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <header>
      <h1>\(name)</h1><span id="state"></span><span id="count" role="status"></span><span id="dropped"></span>
      <div class="controls">
      <input id="filter" type="search" placeholder="Filter by method, URL, status or error  ( / )" aria-label="Filter">
      <select id="outcome" aria-label="Outcome">
      <option value="all">All outcomes</option><option value="failed">Failed</option>
      <option value="pending">Pending</option><option value="cancelled">Cancelled</option>
      <option value="finished">Finished</option>
      </select>
      <select id="sort" aria-label="Sort">
      <option value="start">By start</option><option value="duration">Slowest first</option>
      <option value="status">By status</option><option value="size">Largest first</option>
      <option value="url">By URL</option>
      </select>
      </div>
      <div class="legend">\(legend)</div>
      </header>
      <div id="top"><div id="axis" class="row"><span>Status</span><span>Method</span><span>URL</span>\
      <span class="size">Size</span><span class="time">Time</span><span id="ticks"></span></div><div id="streams"></div></div>
      <main id="list" tabindex="0" role="listbox" aria-label="Requests"><div id="space"><div id="rows"></div></div><p id="empty" hidden></p></main>
      <aside id="details" hidden aria-label="Details">
      <button id="close" type="button">Close</button><div id="content"></div>
      </aside>

      """
  }
}
