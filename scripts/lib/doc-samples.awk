# Writes the Swift samples of doc comments (`/// ```swift` … `/// ``` `) into one file that can be compiled, each in a scope of
# its own, with the place it comes from, so that the compiler names that. Status 1, and a line on standard error for each:
# blocks that do not end, or name no language.
# -v module=NAME: the module that the files belong to. -v contexts="A B": the contexts that are declared for it.
# -v counted=FILE: gets the number of samples.
#
# A sample that is under `#if` is compiled where its source is. It is the body of a function that may throw, and may wait
# where it says `await`; one with `@Test` or `@Suite` becomes the members of a type, and one with an extension stands in the
# file. Its names are the context's: that of its file, else of the nearest of its folders, else of the module.

BEGIN {
  count = split(contexts, list, " ")
  for (i = 1; i <= count; i++) declared[list[i]] = 1
}

FNR == 1 {
  unfinished()
  conditions = 0
  file = FILENAME
}

/^[ \t]*#(if|else|elseif|endif)([^a-z]|$)/ {
  gsub(/^[ \t]+|[ \t]+$/, "")
  if (/^#if/) condition[++conditions] = $0
  else if (/^#endif/) conditions--
  else condition[conditions] = condition[conditions] "\n" $0
}

!/^[ \t]*\/\/\// { unfinished(); next }

{ sub(/^[ \t]*\/\/\/ ?/, "") }

/^[ ]*```/ && open {
  if (open == 2) close_sample()
  open = 0
  next
}

/^[ ]*```/ {
  open = tolower($0) ~ /^[ ]*```[ \t]*swift/ ? 2 : 1
  start = FNR
  sample = ""
  if (/^[ ]*```[ \t]*$/) complain("a block without a language, which is taken for Swift; what is not Swift says so, as text for example")
  next
}

open == 2 { sample = sample $0 "\n" }

END {
  unfinished()
  print number + 0 >counted
  exit failed
}

function complain(what) {
  printf "%s:%d: %s\n", file, start, what >"/dev/stderr"
  failed = 1
}

function unfinished() {
  if (open) complain("a block that does not end")
  open = 0
}

# Sources/Net/Policies/RetryPolicy.swift: RetryPolicySamples, PoliciesSamples, NetSamples.
function context(    parts, part, name) {
  for (parts = split(FILENAME, part, "/"); parts > 0 && name != module; parts--) {
    name = part[parts]
    sub(/\.swift$/, "", name)
    gsub(/[^A-Za-z0-9]/, "", name)
    if ((name "Samples") in declared) return name "Samples"
  }
  complain("a sample without a context; declare a protocol " module "Samples")
  return module "Samples"
}

function close_sample(    i, in_type, in_file) {
  number++
  in_file = sample ~ /(^|\n)extension /
  in_type = sample ~ /(^|\n)@(Test|Suite)/
  for (i = 1; i <= conditions; i++) print condition[i]
  if (!in_file) print "private struct Sample" number ": " context() " {"
  if (!in_file && !in_type) print "  func sample()" (sample ~ /(^|[^A-Za-z0-9_])await([^A-Za-z0-9_]|$)/ ? " async" : "") " throws {"
  printf "#sourceLocation(file: \"%s\", line: %d)\n%s#sourceLocation()\n", FILENAME, start + 1, sample
  if (!in_file && !in_type) print "  }"
  if (!in_file) print "}"
  for (i = 1; i <= conditions; i++) print "#endif"
}
