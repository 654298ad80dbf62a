extension TracePage {
  /// The style of the page.
  static let style = #"""
    :root {
      color-scheme: light dark;
      --ground: #fff; --panel: #f6f8fa; --text: #1f2328; --quiet: #57606a; --line: #d0d7de; --mark: #ddf4ff;
      --good: #116329; --bad: #cf222e; --warn: #8a4600; --idle: #c4ccd4; --dns: #0f766e; --connect: #c2410c;
      --tls: #7e22ce; --send: #a16207; --wait: #2563eb; --receive: #15803d; --decode: #be185d;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #0d1117; --panel: #161b22; --text: #e6edf3; --quiet: #9198a1; --line: #30363d; --mark: #132d4a;
        --good: #56d364; --bad: #ff7b72; --warn: #e3b341; --idle: #4b535d; --dns: #2dd4bf; --connect: #fb923c;
        --tls: #c084fc; --send: #facc15; --wait: #60a5fa; --receive: #4ade80; --decode: #f472b6;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html, body { height: 100%; margin: 0; }
    body {
      display: grid; grid-template: "head head" auto "streams details" auto "list details" 1fr / 1fr 0;
      background: var(--ground); color: var(--text); font: 13px/1.4 system-ui, sans-serif;
    }
    body.split { grid-template-columns: minmax(0, 1fr) min(46%, 640px); }
    header { grid-area: head; padding: 8px 12px; background: var(--panel); border-bottom: 1px solid var(--line); }
    h1 { display: inline; margin: 0 12px 0 0; font-size: 15px; overflow-wrap: anywhere; }
    .controls { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 6px; }
    #filter { flex: 1 1 160px; min-width: 0; }
    #filter::placeholder { color: var(--quiet); opacity: 1; }
    input, select, button {
      font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px;
      padding: 4px 8px;
    }
    :focus-visible { outline: 2px solid var(--wait); outline-offset: -2px; }
    .quiet, #count, #dropped, #state { color: var(--quiet); }
    #count, #state:not(:empty) { margin-right: 12px; }
    #state:not(:empty)::before {
      content: ""; display: inline-block; width: 8px; height: 8px; margin-right: 5px; border-radius: 4px;
      background: var(--quiet);
    }
    #state.live { color: var(--good); } #state.live::before { background: var(--good); }
    .legend { display: flex; flex-wrap: wrap; gap: 4px 12px; margin-top: 6px; color: var(--quiet); font-size: 12px; }
    .legend i { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 4px; }
    #top { grid-area: streams; max-height: 35vh; overflow: auto; scrollbar-gutter: stable; border-bottom: 1px solid var(--line); }
    #list {
      grid-area: list; overflow: auto; scrollbar-gutter: stable; position: relative; border-top: 2px solid transparent;
    }
    #list:focus-visible { outline: none; border-top-color: var(--wait); }
    #list:focus-visible .row.selected { outline: 2px solid var(--wait); outline-offset: -2px; }
    #top, #list { scrollbar-width: thin; }
    #empty { margin: 15vh 16px; text-align: center; color: var(--quiet); }
    #space { position: absolute; inset: 0 0 auto 0; overflow: hidden; }
    .row {
      display: grid; grid-template-columns: 44px 60px minmax(80px, 3fr) 64px 68px minmax(100px, 5fr); gap: 0 8px;
      align-items: center; height: 30px; padding: 0 12px; white-space: nowrap; cursor: default;
      font-variant-numeric: tabular-nums;
    }
    .row > span { overflow: hidden; text-overflow: ellipsis; }
    body.split .row { grid-template-columns: 36px 56px minmax(80px, 4fr) 64px minmax(100px, 5fr); }
    body.split .row > .size { display: none; }
    .row:nth-child(even) { background: color-mix(in srgb, var(--panel) 60%, transparent); }
    .row.failed { background: color-mix(in srgb, var(--bad) 9%, transparent); }
    #rows .row:hover { background: color-mix(in srgb, var(--mark) 50%, transparent); }
    #rows .row.selected { background: var(--mark); box-shadow: inset 3px 0 var(--wait); }
    .host { color: var(--quiet); }
    body.split .url .host { display: none; }
    .stream .url { grid-column: 1 / -2; }
    .url, .method, .head, pre, td, h2 { unicode-bidi: isolate; }
    bdi { unicode-bidi: isolate; }
    .size, .time { text-align: right; color: var(--quiet); }
    .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
    .status { font-weight: 600; }
    .row > .bar, #ticks {
      position: relative; height: 100%;
      background-image: repeating-linear-gradient(90deg,
        color-mix(in srgb, var(--line) 70%, transparent) 0 1px, transparent 1px var(--step, 25%));
    }
    .row > .bar { overflow: hidden; }
    .bar i { position: absolute; top: 8px; height: 14px; min-width: 2px; border-radius: 2px; }
    /* What still runs has no end. */
    .pending .bar i { mask-image: linear-gradient(90deg, #000 50%, rgb(0 0 0 / 15%)); }
    .bar .idle { top: 13px; height: 4px; } .bar .line { top: 14px; height: 2px; }
    .idle, .line { background: var(--idle); } .dns { background: var(--dns); } .connect { background: var(--connect); }
    .tls { background: var(--tls); } .send { background: var(--send); } .wait { background: var(--wait); }
    .receive { background: var(--receive); } .decode { background: var(--decode); }
    .dot { position: absolute; top: 10px; width: 10px; height: 10px; margin-left: -5px; border-radius: 5px; background: var(--wait); }
    .stop { position: absolute; top: 7px; width: 2px; height: 16px; background: var(--text); }
    .stop.bad { background: var(--bad); width: 4px; }
    #axis { height: 22px; font-size: 11px; color: var(--quiet); }
    #ticks { grid-column: -2; }
    #ticks span { position: absolute; padding-left: 4px; line-height: 22px; }
    #details {
      grid-area: details; overflow: auto; padding: 10px 14px; border-left: 1px solid var(--line); background: var(--panel);
    }
    #close { position: sticky; top: 0; float: right; margin-left: 8px; }
    button:hover { background: var(--mark); }
    h2 { font-size: 14px; overflow-wrap: anywhere; margin: 4px 0 8px; max-height: 9em; overflow: auto; }
    h3 { font-size: 13px; margin: 14px 0 4px; }
    table { border-collapse: collapse; width: 100%; table-layout: fixed; }
    th { width: 34%; text-align: left; font-weight: 400; color: var(--quiet); }
    th, td { padding: 2px 8px 2px 0; vertical-align: top; overflow-wrap: anywhere; }
    td { white-space: pre-wrap; }
    .timing th { width: 90px; } .timing .from, .timing .length { width: 72px; text-align: right; }
    .timing .from { color: var(--quiet); } .timing .track { position: relative; padding: 0; }
    .track i { position: absolute; top: 5px; height: 12px; border-radius: 2px; }
    .timing { font-variant-numeric: tabular-nums; }
    summary { font-weight: 600; margin: 8px 0 2px; }
    .reason, .head { overflow-wrap: anywhere; white-space: pre-wrap; margin: 4px 0; max-height: 12em; overflow: auto; }
    pre {
      margin: 4px 0; padding: 8px; max-height: 320px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
      background: var(--ground); border: 1px solid var(--line); border-radius: 6px;
    }
    @media (max-width: 700px) {
      .row { grid-template: "status method url time" 26px "bar bar bar bar" 22px / 36px auto 1fr auto; height: 52px; }
      .row > .size { display: none; } #filter { flex-basis: 100%; } select { flex: 1; }
      .row > .status { grid-area: status; } .row > .method { grid-area: method; } .row > .url { grid-area: url; }
      .row > .time { grid-area: time; } .row > .bar { grid-area: bar; height: 22px; }
      .stream .url { grid-area: status / status / url / url; }
      .bar i { top: 3px; } .bar .idle { top: 8px; } .bar .line { top: 10px; } .dot { top: 6px; } .stop { top: 3px; }
      body.split .row { grid-template-columns: 36px auto 1fr auto; }
      #axis { display: block; height: 22px; } #axis > :not(#ticks) { display: none; } #ticks { display: block; }
      body.split { grid-template: "head" auto "details" 1fr / 1fr; }
      body.split #list, body.split #top { display: none; }
      #details { border-left: 0; }
    }
    @media (prefers-reduced-motion: no-preference) { .row { transition: background .1s; } }
    """#
}
