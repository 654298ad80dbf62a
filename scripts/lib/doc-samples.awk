# Writes the Swift samples of doc comments (`/// ```swift` … `/// ``` `) into one file that can be compiled. Each sample
# has its own scope and its source location, which the compiler reports. Exits with 1, and prints a line to standard
# error, for each block that does not end or has no language.
# -v module=NAME: the module of the files. -v contexts="A B": the contexts that are declared for it.
# -v counted=FILE: receives the number of samples.
#
# A sample under `#if` is compiled under the same condition. It becomes the body of a function that can throw, and is
# async if it contains `await`. A sample with `@Test` or `@Suite` becomes the members of a type, and one with an
# extension stays at file scope. Its names come from a context: that of its file, otherwise of the nearest folder,
# otherwise of the module.

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
  if (/^[ ]*```[ \t]*$/) complain("a block without a language, which is treated as Swift; mark other blocks, for example as text")
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

# The contexts of Sources/Net/Policies/RetryPolicy.swift: RetryPolicySamples, PoliciesSamples, NetSamples.
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
