# The layers of the modules: a folder may name only what is declared in itself and in the folders after it in its row.
# Prints `path:line: rule` for each violation. Every file is read twice: first for its declarations, then for the names
# it uses. A name that several folders declare is ambiguous and is ignored.

BEGIN {
  layer_row("Net", "Session Streaming Engine Tracing Policies Networking Responses Requests Errors Cache Transport Redaction Values WebSocket HTTP Support")
  layer_row("NetTesting", "Sweeps Lifecycle Contracts DynamicMock Cassette Inspector StreamSupport NetworkingMock StubURLProtocol Server MockTransport Profiles Stubbing Vocabulary Matchers Reporting")
  layer_row("Stream", "Operators Bridging Creating Subjects Core Engine Scheduling Events Disposal Support")
  files = ARGC
  for (i = 1; i < files; i++) ARGV[ARGC++] = ARGV[i]
}

function layer_row(room, row,    i, count, name) {
  count = split(row, name, " ")
  layered[room]
  for (i = 1; i <= count; i++) layer[room "/" name[i]] = i
}

function breach(rule) {
  printf "%s:%d: %s\n", FILENAME, FNR, rule
  breaches++
}

function declare(text,    name) {
  if (text ~ /(^|[ \t])import[ \t]/) return # import class Foundation.Thread
  while (match(text, /(^|[^A-Za-z0-9_.])(class|struct|enum|protocol|actor|typealias)[ \t]+[A-Z][A-Za-z0-9_]*/)) {
    name = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    sub(/^.*[ \t]/, "", name)
    if (owner[room "/" name] == "") owner[room "/" name] = part[3]
    else if (owner[room "/" name] != part[3]) owner[room "/" name] = "several"
  }
}

function name_all(text,    name, home) {
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    name = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    home = owner[room "/" name]
    if (home != "" && home != "several" && layer[room "/" home] < layer[room "/" part[3]])
      breach(part[3] " names " name ", which is in " home " above it")
  }
}

FNR == 1 {
  code_begin()
  split(FILENAME, part, "/")
  room = part[2]
  argument++
  if (argument < files && room in layered && !((room "/" part[3]) in layer))
    breach("the folder " part[3] " has no layer: name it in scripts/lib/layers.awk")
}

argument < files { declare(code($0)); next }
{ name_all(code($0)) }

END { exit (breaches > 0) }
