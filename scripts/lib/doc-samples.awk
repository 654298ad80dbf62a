# Writes the Swift samples of doc comments (`/// ```swift` … `/// ``` `) into one file that can be compiled, each in a scope of
# its own, with the place it comes from, so that the compiler names that.
# -v module=NAME: the module that the files belong to. -v contexts="A B": the contexts that are declared for it.
# -v counted=FILE: gets the number of samples.
# Status 1, and a line on standard error for each: blocks that do not end, or name no language.
#
# A sample that is under `#if` is compiled where its source is.
# A sample is the body of a function that may throw, and may wait where it says `await`. One with `@Test` or `@Suite` becomes the
# members of a type, and one with an extension stands in the file. Its names are the context's: that of its file, else of the
# nearest of its folders, else of the module.

BEGIN {
  count = split(contexts, list, " ")
  for (i = 1; i <= count; i++) declared[list[i]] = 1
  fence = "```"
}

FNR == 1 {
  if (open) unfinished()
  open = conditions = 0
  open_file = FILENAME
  context = find(FILENAME)
}

/^[ \t]*#(if|else|elseif|endif)([^a-z]|$)/ {
  line = $0
  gsub(/^[ \t]+|[ \t]+$/, "", line)
  if (line ~ /^#if/) condition[++conditions] = line
  else if (line ~ /^#endif/) conditions--
  else condition[conditions] = condition[conditions] "\n" line
}

!/^[ \t]*\/\/\// {
  if (open) unfinished()
  open = 0
  next
}

{
  text = $0
  sub(/^[ \t]*\/\/\/ ?/, "", text)
}

text ~ /^[ ]*```/ && open {
  if (open == 2) close_sample()
  open = 0
  next
}

text ~ /^[ ]*```/ {
  open = 1
  start = FNR
  info = text
  gsub(/^[ ]*```[ \t]*|[ \t].*$/, "", info)
  if (info == "") complain("a block without a language, which is taken for Swift; what is not Swift says so, as text for example")
  if (tolower(info) == "swift") {
    open = 2
    length_of_sample = awaits = in_type = in_file = 0
  }
  next
}

open == 2 {
  sample[++length_of_sample] = text
  if (text ~ /(^|[^A-Za-z0-9_])await([^A-Za-z0-9_]|$)/) awaits = 1
  if (text ~ /^@(Test|Suite)/) in_type = 1
  if (text ~ /^extension /) in_file = 1
}

END {
  if (open) unfinished()
  print number + 0 >counted
  exit failed
}

function complain(what) {
  printf "%s:%d: %s\n", FILENAME, start, what >"/dev/stderr"
  failed = 1
}

function unfinished() {
  printf "%s:%d: a block that does not end\n", open_file, start >"/dev/stderr"
  failed = 1
}

# Sources/Net/Policies/RetryPolicy.swift: RetryPolicySamples, PoliciesSamples, NetSamples.
function find(path,    part, parts, name) {
  parts = split(path, part, "/")
  while (parts > 0) {
    name = part[parts--]
    sub(/\.swift$/, "", name)
    gsub(/[^A-Za-z0-9]/, "", name)
    if ((name "Samples") in declared) return name "Samples"
    if (name == module) break
  }
  return ""
}

function close_sample(    i) {
  number++
  if (context == "") {
    complain("a sample without a context; declare a protocol " module "Samples")
    return
  }
  for (i = 1; i <= conditions; i++) print condition[i]
  if (!in_file) print "private struct Sample" number ": " context " {"
  if (!in_file && !in_type) print "  func sample()" (awaits ? " async" : "") " throws {"
  printf "#sourceLocation(file: \"%s\", line: %d)\n", FILENAME, start + 1
  for (i = 1; i <= length_of_sample; i++) print sample[i]
  print "#sourceLocation()"
  if (!in_file && !in_type) print "  }"
  if (!in_file) print "}"
  for (i = 1; i <= conditions; i++) print "#endif"
}
