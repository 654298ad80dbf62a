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
        if (ms >= 48 * 36e5) return Math.round(ms / 24 / 36e5) + " days";
        // Rounded before it is divided, so that there is no "1 min 60 s".
        const seconds = Math.round(ms / 1000), minutes = Math.round(ms / 6e4);
        if (seconds >= 3600) return Math.floor(minutes / 60) + " h " + minutes % 60 + " min";
        return Math.floor(seconds / 60) + " min " + seconds % 60 + " s";
      }
      function bytes(count) {
        if (count === null || count === undefined || count < 0) return "";
        if (count < 1000) return count + " B";
        if (count < 999950) return (count / 1e3).toFixed(1) + " kB";
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
        byID("dropped").textContent = dropped
          ? dropped + (dropped === 1 ? " older request not kept" : " older requests not kept") : "";
        byID("empty").hidden = shown.length > 0;
        byID("empty").textContent = requests.size ? "No request matches the filter."
          : data.live ? "No requests yet. They appear here as soon as they start." : "No requests were recorded.";
        drawAxis();
        drawStreams();
        drawn = "";
        draw();
      }
      const rowHeight = () => (narrow.matches ? 52 : 30);
      function draw() {
        const height = rowHeight();
        space.style.height = shown.length * height + "px";
        first = Math.max(0, 2 * Math.floor(list.scrollTop / height / 2) - 6);
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
        const made = element("div", "row " + request.outcome + (request.id === selected ? " selected" : ""));
        made.id = "row-" + request.id;
        made.setAttribute("role", "option");
        made.setAttribute("aria-selected", String(request.id === selected));
        made.append(element("span", "status " + tone(request), badge(request)));
        made.append(element("span", "method", request.method));
        const url = element("span", "url");
        url.append(address(target(request.url).slice(0, 300)));
        url.title = request.url.slice(0, 2000) + (request.reason ? "\n" + request.reason.slice(0, 2000) : "");
        made.append(url);
        made.append(element("span", "size", bytes(request.end === null ? request.bytes || null : request.bytes)));
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
        made.title = allPhases(request).filter((phase) => phase[2])
          .map((phase) => (names[phase[0]] || "other") + " " + duration(phase[2])).join("\n");
        return made;
      }
      function allPhases(request) {
        return request.phases.concat(...request.attempts.map((attempt) => attempt.phases));
      }
      function drawAxis() {
        // The smallest of 1, 2 and 5 times a power of ten whose ticks have room.
        const whole = span[1] - span[0];
        const most = Math.max(2, Math.min(8, Math.floor(byID("ticks").clientWidth / 60)));
        let step = Math.pow(10, Math.floor(Math.log10(whole / most)));
        for (const factor of [2, 2.5, 2]) if (whole / step > most) step *= factor;
        const ticks = [];
        // Not a label that the end would cut.
        for (let time = 0; time <= whole * 0.92; time += step) {
          const text = duration(time).replace(/(\.\d*[1-9])0+ /, "$1 ").replace(/\.0+ /, " ");
          const made = element("span", "", time ? text : "0");
          made.style.left = time / whole * 100 + "%";
          ticks.push(made);
        }
        byID("ticks").replaceChildren(...ticks);
        document.body.style.setProperty("--step", step / whole * 100 + "%");
      }
      function drawStreams() {
        byID("streams").replaceChildren(...streams.map((stream) => {
          const made = element("div", "row stream");
          const name = stream.name + (stream.subscription > 1 ? " #" + stream.subscription : "")
            + (stream.dropped ? ", " + stream.dropped + " earlier not kept" : "");
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

    """# + detailsScript + #"""

        // MARK: - Events

        let waiting = false;
        function soon() {
          if (waiting) return;
          waiting = true;
          requestAnimationFrame(() => { waiting = false; refresh(); });
        }
        for (const id of ["filter", "outcome", "sort"]) byID(id).addEventListener("input", soon);
        list.addEventListener("scroll", () => requestAnimationFrame(draw));
        window.addEventListener("resize", () => { drawn = ""; drawAxis(); draw(); });
        byID("close").addEventListener("click", close);
        document.addEventListener("keydown", (event) => {
          const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          if (event.key === "Escape") {
            if (event.target.id === "filter" && event.target.value) { event.target.value = ""; soon(); }
            else if (isTyping) list.focus(); else close();
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
          let stopped;
          source.onmessage = (event) => {
            clearTimeout(stopped);
          stopped = 0;
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
            streams.splice(0, streams.length - news.limit);
            byID("state").textContent = byID("state").className = "live";
            soon();
            if (!details.hidden && news.requests.some((request) => request.id === selected)) showDetails();
          };
          source.onerror = () => {
            // A connection that ends after its event is opened again; one that cannot be opened is not.
          stopped = stopped || setTimeout(() => {
            byID("state").textContent = byID("state").className = "stopped";
          }, source.readyState === 2 ? 0 : 3000);
        };
        }
        refresh();
      })();
      """#
}
