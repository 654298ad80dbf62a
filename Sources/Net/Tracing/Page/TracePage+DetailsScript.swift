extension TracePage {
  /// The part of the script that shows a request in detail, inside the function of ``script``.
  static let detailsScript = #"""
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
        for (const [name, value, className] of pairs) {
          const line = element("tr");
          line.append(element("th", "", name), element("td", className || "", value));
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
        drawAxis();
        if (!request) return;
        const content = byID("content");
        content.replaceChildren();
        const title = element("h2");
        title.append(element("bdi", "", request.method + " " + request.url));
        content.append(title);
        if (request.reason) content.append(element("p", "reason " + tone(request), request.reason));
        const facts = [["Outcome", badge(request) + " " + request.outcome, tone(request)], ["Started", "+" + duration(request.start)],
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
          if (attempt.error) facts.push(["Error", attempt.error, "bad"]);
          content.append(element("h3", "", label));
          if (facts.length) content.append(table(facts));
          content.append(
            message("Request", asked.method + " " + asked.url, asked.headers, asked.body, asked.size));
          if (answer) {
            content.append(message("Response", answer.status + " " + (answer.version || ""), answer.headers,
              answer.body, answer.size));
          }
        }
        const stored = request.stored;
        if (stored) {
          content.append(element("h3", "", request.shared ? "Shared with an identical request" : "From the cache"));
          if (request.storedURL && request.storedURL !== request.url) content.append(table([["URL", request.storedURL]]));
          content.append(message(request.shared ? "Response" : "Stored response", stored.status + " " + (stored.version || ""), stored.headers,
            stored.body, stored.size));
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
        drawAxis();
        list.focus();
      }
    """#
}
