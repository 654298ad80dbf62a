# The layers of the modules: a folder may name only what is declared in itself and in the folders after it in its row,
# which includes what extensions add to types of other folders and modules.
# Prints `path:line: rule` for each violation. Every file is read twice: first for its declarations, then for the names
# it uses. A name that several folders declare is ambiguous and is ignored. The first label belongs to a function's name.

BEGIN {
  layer_row("Net", "Session Streaming Engine Tracing Policies Networking Responses Requests Errors Cache Transport Redaction Values WebSocket HTTP Support")
  layer_row("NetTesting", "Sweeps Lifecycle Contracts DynamicMock Cassette Inspector StreamSupport NetworkingMock StubURLProtocol Server MockTransport Profiles Stubbing Vocabulary Matchers Reporting Support")
  layer_row("Stream", "Operators Bridging Creating Subjects Core Engine Scheduling Events Disposal Support")
  owner[".flatMap"] = owner[".compactMap"] = "several" # Swift's collections have them, too.
  files = ARGC
  for (i = 1; i < files; i++) ARGV[ARGC++] = ARGV[i]
}

function layer_row(room, row,    i, count, name) {
  count = split(row, name, " ")
  layered[room]
  for (i = 1; i <= count; i++) layer[room "/" name[i]] = i
}

function own(name) { owner[name] = owner[name] == "" || owner[name] == home ? home : "several" }

function declare(text,    rest, name) {
  if (text ~ /(^|[ \t])import[ \t]/) return # import class Foundation.Thread
  for (rest = text; match(rest, /(^|[^A-Za-z0-9_.])(class|struct|enum|protocol|actor|typealias)[ \t]+[A-Z][A-Za-z0-9_]*/); ) {
    name = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART + RLENGTH)
    sub(/^.*[ \t]/, "", name)
    own(room "/" name)
  }
  indent = match(text, /[^ \t]/)
  if (match(text, /^[ \t]*(@[A-Za-z]+[ \t]+)*extension[ \t]+[A-Za-z_]+/)) {
    extended = substr(text, RSTART, RLENGTH)
    sub(/^.*[ \t]/, "", extended)
    margin = indent += 2
  } else if (indent < margin && text ~ /^[ \t]*}/) extended = ""
  for (rest = text; match(rest, /(^|[ \t])(func|var|let|case)[ \t]+[A-Za-z_][A-Za-z0-9_]*(<[^(]*>)?(\([A-Za-z0-9]+[ :])?/); indent = 0) {
    name = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART + RLENGTH)
    sub(/^[ \t]*[a-z]+[ \t]+/, ".", name)
    gsub(/<[^(]*>|[ :]$/, "", name)
    own(name)
    if (extended != "" && indent == margin && text !~ /(^|[ \t])(file)?private[ \t]/) adds[name] = extended
  }
}

function refuse(name, home) {
  if (index(home, room "/") == 1 && layer[home] < layer[room "/" part[3]])
    breach(part[3] " names " name ", which is in " substr(home, length(room) + 2) " above it")
}

function name_all(text,    name, key) {
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    name = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    refuse(name, owner[room "/" name])
    key = "." name (match(text, /^\([A-Za-z_][A-Za-z0-9_]*:/) ? substr(text, 1, RLENGTH - 1) : "")
    if (key in adds && text !~ /^:/ && owner[room "/" adds[key]] != owner[key]) refuse(name, owner[key])
  }
}

FNR == 1 {
  room = part[2]
  home = room "/" part[3]
  extended = ""
  argument++
  if (argument < files && room in layered && !(home in layer))
    breach("the folder " part[3] " has no layer: name it in scripts/lib/layers.awk")
}

{ text = code($0); if (held != "") { sub(/^[ \t]+/, "", text); text = held text }; held = "" }
text ~ /\($/ { held = text; next }
argument < files { declare(text); next }
{
  for (rest = has_comment ? "" : $0; match(rest, /\\\([^ "]*/); rest = substr(rest, RSTART + RLENGTH))
    text = text " " substr(rest, RSTART + 2, RLENGTH - 2) # an interpolation
  name_all(text)
}

END { exit (breaches > 0) }
