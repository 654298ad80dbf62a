extension TracePage {
  /// The script of the page.
  ///
  /// All text reaches the page through `textContent`, and only visible rows exist.
  static let script = #"""
    "use strict";
    (function () {
      const kinds = {
        queued: "idle", adapting: "idle", backOff: "idle", cache: "receive", nameLookup: "dns", connect: "connect",
        secureConnection: "tls", sending: "send", waiting: "wait", receiving: "receive", decoding: "decode",
      };
      const names = {
        queued: "queued", adapting: "interceptors", backOff: "back-off", cache: "cache", nameLookup: "DNS",
        connect: "connect", secureConnection: "TLS", sending: "send", waiting: "wait", receiving: "receive",
        decoding: "decode",
      };
      const byID = (id) => document.getElementById(id);
      const data = JSON.parse(byID("trace").textContent);
      const requests = new Map();
      let streams = data.streams;
      let now = data.duration;
      let dropped = data.dropped;
      for (const request of data.requests) requests.set(request.id, request);
      const list = byID("list"), rows = byID("rows"), space = byID("space"), details = byID("details");
      const narrow = window.matchMedia("(max-width: 700px)");
      let shown = [], selected = null, first = 0, span = [0, 1], drawn = "";

      function element(name, className, text) {
        const made = document.createElement(name);
        if (className) made.className = className;
        if (text !== undefined) made.textContent = text;
        return made;
      }
      function duration(ms) {
        if (ms === null || ms === undefined) return "";
        if (ms === 0) return "0 ms";
        if (ms < 1) return Math.round(ms * 1000) + " µs";
        if (ms < 9.995) return ms.toFixed(1) + " ms";
        if (ms < 999.5) return Math.round(ms) + " ms";
        if (ms < 99995) return (ms / 1000).toFixed(2) + " s";
        return Math.floor(ms / 60000) + " min " + Math.round((ms % 60000) / 1000) + " s";
      }
      function bytes(count) {
        if (count === null || count === undefined || count < 0) return "";
        if (count < 1000) return count + " B";
        if (count < 1e6) return (count / 1e3).toFixed(1) + " kB";
        return (count / 1e6).toFixed(1) + " MB";
      }
      function end(request) {
        let last = request.end === null ? now : request.end;
        for (const phase of request.phases) {
          if (phase[0] === "decoding" && phase[2] !== null) last = Math.max(last, phase[1] + phase[2]);
        }
        return Math.max(request.start, last);
      }
      function badge(request) {
        if (request.outcome === "pending") return "…";
        if (request.outcome === "cancelled") return "–";
        return request.status === null ? "✗" : String(request.status);
      }
      function tone(request) {
        if (request.outcome === "failed") return "bad";
        if (request.outcome === "finished" && request.status < 300) return "good";
        return "warn";
      }
      function target(url) {
        const start = url.indexOf("://");
        return start < 0 ? url : url.slice(start + 3);
      }
      function address(text) {
        // The host is quiet, because it is the same in most rows.
        const cut = text.indexOf("/");
        const made = element("bdi");
        if (cut > 0) made.append(element("span", "host", text.slice(0, cut)));
        made.append(text.slice(Math.max(0, cut)));
        return made;
      }
      function summary() {
        const count = { failed: 0, pending: 0, cancelled: 0 };
        for (const request of requests.values()) if (request.outcome in count) count[request.outcome] += 1;
        const all = requests.size + (requests.size === 1 ? " request" : " requests");
        const parts = [shown.length === requests.size ? all : shown.length + " of " + all];
        for (const outcome in count) if (count[outcome]) parts.push(count[outcome] + " " + outcome);
        parts.push(duration(span[1] - span[0]));
        return parts.join(" · ");
      }

      // MARK: - The list

      const orders = {
        start: (a, b) => a.start - b.start || a.id - b.id,
        duration: (a, b) => end(b) - b.start - (end(a) - a.start),
        status: (a, b) => (b.status || 0) - (a.status || 0),
        size: (a, b) => b.bytes - a.bytes,
        url: (a, b) => (target(a.url) < target(b.url) ? -1 : target(a.url) > target(b.url) ? 1 : 0),
      };
      function matches(request, words, outcome) {
        if (outcome !== "all" && request.outcome !== outcome) return false;
        if (!words.length) return true;
        if (!request.text) {
          request.text = (request.method + " " + request.url + " " + badge(request) + " " + request.outcome + " "
            + (request.reason || "")).toLowerCase();
        }
        return words.every((word) => request.text.includes(word));
      }
      function refresh() {
        const words = byID("filter").value.toLowerCase().split(/\s+/).filter((word) => word);
        const outcome = byID("outcome").value;
        let low = Infinity, high = -Infinity;
        shown = [];
        for (const request of requests.values()) {
          low = Math.min(low, request.start);
          high = Math.max(high, end(request));
          if (matches(request, words, outcome)) shown.push(request);
        }
        for (const stream of streams) {
          low = Math.min(low, stream.start);
          high = Math.max(high, stream.end === null ? now : stream.end);
        }
        span = low < Infinity ? [low, Math.max(high, low + 0.001)] : [0, 1];
        shown.sort(orders[byID("sort").value] || orders.start);
        byID("count").textContent = summary();
        byID("dropped").textContent = dropped ? dropped + " older requests were not kept" : "";
        drawAxis();
        drawStreams();
        drawn = "";
        draw();
      }
      const rowHeight = () => (narrow.matches ? 52 : 30);
      function draw() {
        const height = rowHeight();
        space.style.height = shown.length * height + "px";
        first = Math.max(0, Math.floor(list.scrollTop / height) - 5);
        const last = Math.min(shown.length, first + Math.ceil(list.clientHeight / height) + 10);
        const key = first + ":" + last + ":" + selected;
        if (key === drawn) return;
        drawn = key;
        rows.style.transform = "translateY(" + first * height + "px)";
        rows.replaceChildren();
        for (let index = first; index < last; index++) rows.append(row(shown[index]));
        list.setAttribute("aria-activedescendant", selected === null ? "" : "row-" + selected);
      }
      function row(request) {
        const made = element("div", "row" + (request.id === selected ? " selected" : ""));
        made.id = "row-" + request.id;
        made.setAttribute("role", "option");
        made.setAttribute("aria-selected", String(request.id === selected));
        made.append(element("span", "status " + tone(request), badge(request)));
        made.append(element("span", "method", request.method));
        const url = element("span", "url");
        url.append(address(target(request.url).slice(0, 300)));
        url.title = request.url;
        made.append(url);
        made.append(element("span", "size", bytes(request.bytes)));
        made.append(element("span", "time", duration(end(request) - request.start)));
        made.append(bar(request));
        made.addEventListener("click", () => select(request.id, true));
        return made;
      }
      function share(time) { return ((time - span[0]) / (span[1] - span[0])) * 100; }
      function segment(kind, start, stop) {
        const made = element("i", kind);
        made.style.left = Math.min(99.8, Math.max(0, share(start))) + "%";
        made.style.width = Math.max(0.2, share(stop) - share(start)) + "%";
        return made;
      }
      function bar(request) {
        const made = element("span", "bar");
        const stop = end(request);
        made.append(segment("idle", request.start, stop));
        for (const phase of allPhases(request)) {
          const kind = kinds[phase[0]] || "idle";
          if (kind !== "idle" && phase[2] !== 0) {
            made.append(segment(kind, phase[1], phase[2] === null ? stop : phase[1] + phase[2]));
          }
        }
        return made;
      }
      function allPhases(request) {
        return request.phases.concat(...request.attempts.map((attempt) => attempt.phases));
      }
      function drawAxis() {
        const ticks = [0, 1, 2, 3, 4].map((quarter) => {
          const made = element("span", "", quarter ? duration((span[1] - span[0]) * quarter / 4) : "0");
          made.style.left = quarter * 25 + "%";
          return made;
        });
        byID("ticks").replaceChildren(...ticks);
      }
      function drawStreams() {
        byID("streams").replaceChildren(...streams.map((stream) => {
          const made = element("div", "row stream");
          const name = stream.name + (stream.subscription > 1 ? " #" + stream.subscription : "");
          const label = element("span", "url");
          label.append(element("bdi", "", name));
          made.append(label);
          const track = element("span", "bar");
          track.append(segment("line", stream.start, stream.end === null ? now : stream.end));
          for (const marble of stream.marbles.slice(-2000)) {
            const dot = element("b", marble[1] === "element" ? "dot" : "stop " + (marble[1] === "error" ? "bad" : ""));
            dot.style.left = share(marble[0]) + "%";
            dot.title = marble[2] || marble[1];
            track.append(dot);
          }
          made.append(track);
          return made;
        }));
      }

      // MARK: - Details

      function select(id, opens) {
        selected = id;
        draw();
        if (opens) showDetails();
      }
      function move(step) {
        if (!shown.length) return;
        const index = shown.findIndex((request) => request.id === selected);
        const next = index < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, index + step));
        const height = rowHeight();
        if (next * height < list.scrollTop) list.scrollTop = next * height;
        if ((next + 1) * height > list.scrollTop + list.clientHeight) {
          list.scrollTop = (next + 1) * height - list.clientHeight;
        }
        select(shown[next].id, !details.hidden);
      }
      function table(pairs) {
        const made = element("table");
        for (const [name, value] of pairs) {
          const line = element("tr");
          line.append(element("th", "", name), element("td", "", value));
          made.append(line);
        }
        return made;
      }
      function timing(request) {
        const made = element("table", "timing");
        const whole = Math.max(0.001, end(request) - request.start);
        for (const phase of allPhases(request).sort((a, b) => a[1] - b[1])) {
          const line = element("tr"), track = element("td", "track");
          const stop = phase[2] === null ? end(request) : phase[1] + phase[2];
          const mark = element("i", kinds[phase[0]] || "idle");
          mark.style.left = Math.min(99, Math.max(0, (phase[1] - request.start) / whole * 100)) + "%";
          mark.style.width = Math.max(1, (stop - phase[1]) / whole * 100) + "%";
          if (phase[2] !== 0) track.append(mark);
          line.append(element("th", "", names[phase[0]] || "other"),
            element("td", "from", "+" + duration(phase[1] - request.start)),
            element("td", "length", phase[2] === null ? "…" : duration(phase[2])), track);
          made.append(line);
        }
        return made;
      }
      function section(title, ...content) {
        const made = element("details");
        made.open = true;
        made.append(element("summary", "", title), ...content);
        return made;
      }
      function message(title, head, fields, body, size) {
        const parts = [element("p", "head", head), table(fields)];
        if (body) {
          parts.push(element("pre", "body", body.text));
          if (body.binary) parts.push(element("p", "quiet", "not text; shown in Base64"));
          if (body.cut) parts.push(element("p", "quiet", "cut; the body has " + bytes(size)));
        } else if (size) {
          parts.push(element("p", "quiet", "a body of " + bytes(size) + ", not recorded"));
        }
        return section(title, ...parts);
      }
      function showDetails() {
        const request = requests.get(selected);
        details.hidden = !request;
        document.body.classList.toggle("split", Boolean(request));
        if (!request) return;
        const content = byID("content");
        content.replaceChildren();
        const title = element("h2");
        title.append(element("bdi", "", request.method + " " + request.url));
        content.append(title);
        if (request.reason) content.append(element("p", "reason " + tone(request), request.reason));
        const facts = [["Outcome", badge(request) + " " + request.outcome], ["Started", "+" + duration(request.start)],
          ["Took", duration(end(request) - request.start) + (request.end === null ? ", still running" : "")],
          ["Number", "#" + request.number + " of session " + request.session]];
        if (request.location) facts.push(["Asked at", request.location]);
        if (request.origin) {
          const repeats = request.origin[1] > 1 ? ", repetition " + (request.origin[1] - 1) : "";
          facts.push(["Stream", "request " + request.origin[0] + ", subscription " + request.origin[1] + repeats]);
        }
        content.append(table(facts));
        content.append(section("Timing", timing(request)));
        for (const attempt of request.attempts) {
          const label = "Attempt " + attempt.number + (attempt.redirects ? ", redirect " + attempt.redirects : "");
          const asked = attempt.request, answer = attempt.response;
          const facts = [];
          if (attempt.connection) {
            facts.push(["Connection", attempt.connection + (attempt.reused ? ", reused" : ", new")]);
          }
          if (attempt.error) facts.push(["Error", attempt.error]);
          content.append(element("h3", "", label));
          if (facts.length) content.append(table(facts));
          content.append(
            message("Request", asked.method + " " + asked.url, asked.headers, asked.body, asked.size));
          if (answer) {
            content.append(message("Response", answer.status + " " + (answer.version || ""), answer.headers,
              answer.body, answer.size));
          }
        }
        if (request.notes.length) {
          content.append(section("Notes", table(request.notes.map((note) => ["+" + duration(note[0]), note[2]]))));
        }
        if (request.curl) content.append(section("curl", element("pre", "body curl", request.curl), copyButton(request.curl)));
      }
      function copyButton(text) {
        const made = element("button", "", "Copy");
        made.type = "button";
        made.addEventListener("click", () => {
          const done = () => { made.textContent = "Copied"; };
          const area = element("textarea");
          area.value = text;
          document.body.append(area);
          area.select();
          if (document.execCommand("copy")) done();
          else if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => {});
          area.remove();
        });
        return made;
      }
      function close() {
        details.hidden = true;
        document.body.classList.remove("split");
        list.focus();
      }

      // MARK: - Events

      let waiting = false;
      function soon() {
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => { waiting = false; refresh(); });
      }
      for (const id of ["filter", "outcome", "sort"]) byID(id).addEventListener("input", soon);
      list.addEventListener("scroll", () => requestAnimationFrame(draw));
      window.addEventListener("resize", () => { drawn = ""; draw(); });
      byID("close").addEventListener("click", close);
      document.addEventListener("keydown", (event) => {
        const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Escape") {
          if (isTyping) { event.target.blur(); list.focus(); } else close();
        } else if (isTyping) {
          if (event.key === "Enter" || event.key === "ArrowDown" && event.target.id === "filter") {
            list.focus();
            move(0);
          } else return;
        } else if (event.key === "/") byID("filter").focus();
        else if (event.key === "ArrowDown" || event.key === "j") move(1);
        else if (event.key === "ArrowUp" || event.key === "k") move(-1);
        else if (event.key === "Home") move(-shown.length);
        else if (event.key === "End") move(shown.length);
        else if (event.key === "Enter" && selected !== null && event.target.tagName !== "BUTTON") showDetails();
        else return;
        event.preventDefault();
      });
      if (data.live) {
        const source = new EventSource("events?since=" + data.since);
        source.onmessage = (event) => {
          const news = JSON.parse(event.data);
          now = news.duration;
          dropped = news.dropped;
          if (news.reset) { requests.clear(); streams = []; }
          for (const request of news.requests) requests.set(request.id, request);
          while (requests.size > news.limit) requests.delete(requests.keys().next().value);
          for (const stream of news.streams) {
            const known = streams.findIndex((other) => other.name === stream.name && other.subscription === stream.subscription);
            if (known < 0) streams.push(stream); else streams[known] = stream;
          }
          byID("state").textContent = "live";
          soon();
          if (!details.hidden && news.requests.some((request) => request.id === selected)) showDetails();
        };
        source.onerror = () => {
          byID("state").textContent = source.readyState === 2 ? "stopped" : byID("state").textContent;
        };
      }
      refresh();
    })();
    """#
}
