# Compares the Swift samples of Markdown files with their sources; with -v write=1 it updates the pages instead.
# -v work=FOLDER: for what is compared. The paths of sources are relative to the current folder.

function complain(line, what) {
  printf "%s:%d: %s\n", FILENAME, line, what >"/dev/stderr"
  failed = 1
}

# The text without the indentation that its lines share, spaces at their ends, and blank lines at both ends.
function outdent(text,    line, count, i, first, last, shared, out) {
  count = split(text, line, "\n")
  for (i = 1; i <= count; i++) {
    sub(/[ \t]+$/, "", line[i])
    if (line[i] == "") continue
    if (!first) first = i
    last = i
    match(line[i], /^ */)
    if (shared == "" || RLENGTH < shared) shared = RLENGTH
  }
  for (i = first; first && i <= last; i++) out = out substr(line[i], shared + 1) "\n"
  return out
}

# Returns the code that the mark path#anchor names, between `// snippet: anchor` and `// snippet.end`, or "" on an
# error.
function source(line, mark,    path, anchor, text, at, trimmed, found, inside, status) {
  if (mark !~ /.#./) { complain(line, "the mark '" mark "' is not path#anchor"); return }
  path = anchor = mark
  sub(/#.*/, "", path)
  sub(/[^#]*#/, "", anchor)
  if (path !~ /^(Tests|Examples|Benchmarks)\/.*\.swift$/) { complain(line, "a sample comes from a test or an example, which runs: " path); return }
  while ((status = (getline at <path)) > 0) {
    trimmed = at
    gsub(/^[ \t]+|[ \t]+$/, "", trimmed)
    if (trimmed == "// snippet: " anchor) { found++; inside = 1 }
    else if (trimmed == "// snippet.end") inside = 0
    else if (inside && trimmed ~ /^\/\/ snippet: /) break
    else if (inside) text = text at "\n"
  }
  close(path)
  if (status < 0) complain(line, "there is no " path)
  else if (!found) complain(line, path " has no '// snippet: " anchor "'")
  else if (inside) complain(line, "'// snippet: " anchor "' in " path " has no '// snippet.end'")
  else if (found > 1) complain(line, "'// snippet: " anchor "' stands twice in " path)
  else if ((text = outdent(text)) == "") complain(line, "'// snippet: " anchor "' in " path " is empty")
  else return text
}

function compare(    wanted) {
  wanted = source(opened, mark)
  if (wanted == "") { page = page sample; return }
  page = page wanted
  good++
  if (write || outdent(sample) == wanted) return
  good--
  printf "%s", outdent(sample) >(work "/sample")
  printf "%s", wanted >(work "/source")
  close(work "/sample")
  close(work "/source")
  system("diff -u --label sample --label '" mark "' " work "/sample " work "/source >&2")
  complain(opened, "the sample differs from " mark)
}

function close_page() {
  if (mark != "") complain(marked, "the mark '" mark "' has no Swift sample under it")
  if (write && page != original) { printf "%s", page >name; close(name) }
  mark = page = original = ""
  open = 0
}

FNR == 1 { close_page(); name = FILENAME }

{
  original = original $0 "\n"
  if (open == 2 && $0 !~ /^[ ]*```[ \t]*$/) { sample = sample $0 "\n"; next }
  if (open == 2) { compare(); mark = "" }
  page = page $0 "\n"
  if (open && $0 ~ /^[ ]*```[ \t]*$/) { open = 0; next }
  if (open) next
}

/^[ ]*(````|~~~)/ || /[^` ][ ]*```[ ]*[Ss][Ww][Ii][Ff][Tt]/ { complain(FNR, "a block that is not opened by three backticks at the beginning of its line") }

/^[ ]*```/ {
  info = $0
  gsub(/^[ ]*```[ \t]*|[ \t].*$/, "", info)
  open = 1
  if (info == "") complain(FNR, "a block without a language; mark blocks that are not Swift, for example as text")
  if (tolower(info) == "swift") {
    opened = FNR
    sample = ""
    if (mark != "") open = 2
    else complain(FNR, "a Swift sample without <!-- sample: path#anchor -->")
    next
  }
}

/[^ \t]/ && mark != "" { complain(marked, "the mark '" mark "' has no Swift sample under it"); mark = "" }

/^[ ]*<!-- sample: [^ ]+ -->[ \t]*$/ { mark = $3; marked = FNR }

END {
  close_page()
  if (!failed) printf "check-readme: %d Swift samples equal their sources\n", good
  exit failed
}
