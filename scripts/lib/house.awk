# The rules for single lines of Swift and prose. Prints `path:line: rule` for each violation. Rules that swift-format
# covers are left to scripts/check-format.

BEGIN {
  # Phrases that have plainer words.
  archaic = "(^|[^a-z])(anew|called off|is to be had|let go of|is told of)([^a-z]|$)"
}

# Notes a declaration whose comment may still follow on the next line.
function unguarded(what) {
  if (FNR - commented <= 6) return
  awaited = FNR
  awaited_rule = what " without a comment, in the 6 lines above or the line below, that names what guards it"
}

function settle() {
  if (awaited) { printf "%s:%d: %s\n", file, awaited, awaited_rule; breaches++ }
  awaited = 0
}

function close_file() {
  settle()
  if (file ~ /\.swift$/ && last > 400) { printf "%s: %d lines, and a file may have 400\n", file, last; breaches++ }
}

FNR == 1 {
  close_file()
  file = FILENAME
  commented = -100
  before = ""
  sources = part[1] == "Sources"
  networks = sources && (part[2] == "Net" || part[2] == "NetStream")
  tests = part[1] == "Tests" || part[1] == "Examples"
}

# A phrase may start on the previous line.
{
  last = FNR
  if ($0 ~ /TODO|FIXME|XXX/) breach("a note of something left undone")
  words = tolower($0)
  gsub(/^[ \t]*(\/\/+|[-*>])?[ \t]*|[ \t]+$/, "", words)
  if ((before " " words) ~ archaic) breach("an archaic phrase; say it in plain words: anew, called off, is to be had, let go of, is told of")
  before = match(words, /[^ ]+ [^ ]+ [^ ]+$/) ? substr(words, RSTART) : words
  if (before ~ archaic) before = ""
}

FILENAME !~ /\.swift$/ { next }

{
  text = code($0)
  if (has_comment) { commented = FNR; awaited = 0 }
  settle()
  if (text ~ /@unchecked[ \t]+Sendable/) unguarded("@unchecked Sendable")
  if (text ~ /nonisolated\(unsafe\)/) unguarded("nonisolated(unsafe)")
}

sources && text ~ /(^|[^A-Za-z0-9_])(fatalError|precondition(Failure)?|assert(ionFailure)?)[ \t]*\(/ { breach("a trap in Sources; throw an error that a caller can act on") }
sources && text ~ /(^|[^A-Za-z0-9_])(Thread\.sleep|usleep|nanosleep)[ \t]*\(/ { breach("a thread sleeps; wait on a timer") }

# Removing the first element of a slice only moves its bounds. Bytes own nothing.
sources {
  slices = text
  gsub(/ArraySlice<UInt8>/, "", slices)
  if (slices ~ /(^|[^A-Za-z0-9_])(let|var)[ \t]+[A-Za-z0-9_]+[ \t]*:[^={]*(ArraySlice<|\]\.SubSequence)/) breach("a stored ArraySlice keeps what was removed from it; use a FIFO or an array")
}

# Foundation's UUID() on Linux is always the same while no file can be opened. It is often within a string.
sources && $0 !~ /^[ \t]*\/\// && $0 ~ /(^|[^A-Za-z0-9_])UUID(\.init)?\(\)/ { breach("UUID() is not random without a free descriptor; use UUID.random()") }

# Networks are passed in. A test cannot replace static state.
networks {
  gsub(/nonisolated\(unsafe\)[ \t]*/, "", text)
  if (text ~ /(^|[^A-Za-z0-9_])static[ \t]+(let|var)[ \t]+(shared|default|main)([^A-Za-z0-9_]|$)/) breach("a singleton that no test can replace")
  if (text ~ /(^|[^A-Za-z0-9_])static[ \t]+(let|var)[^{]*[=:][ \t]*(Lock|Mutex|Atomic)[(<]/ || text ~ /^((private|fileprivate|package|public|internal)[ \t]+)?(let|var)[ \t][^{]*[=:][ \t]*(Lock|Mutex|Atomic)[(<]/) breach("global state that no test can replace")
}

tests {
  waits = text
  gsub(/func[ \t]+sleep[ \t]*\(/, "", waits)
  gsub(/network\.sleep[ \t]*\(/, "", waits) # the virtual time of a sweep
  if (FILENAME ~ /Tests\// && waits ~ /(^|[^A-Za-z0-9_])(u|nano)?sleep[ \t]*\(/) breach("a test sleeps; use virtual time or wait for the event")
  # Permitted: tests over TLS need programs (.ci/run counts a skipped test as a failure), and check-failures skips some.
  sub(/\.enabled\(if: Tool\.areInstalled\)/, "", text)
  if (FILENAME !~ /Tests\/FailingTests\// && text ~ /XCTSkip/ || text ~ /\.disabled[ \t]*\(/ || text ~ /\.enabled[ \t]*\(if/) breach("a test is skipped")
  if (text ~ /\.serialized([^A-Za-z0-9_]|$)/) breach("a test is serialized; give it nothing to share instead")
}

END {
  close_file()
  exit (breaches > 0)
}
