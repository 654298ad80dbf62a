# Prints `test <tab> Type/function` for every test: what has `@Test` before it, and what begins with `test`. A test of a type in
# a type is printed twice, as `Inner/function` and as `Outer.Inner/function`; a name in backticks without them.
# Which type a line is in is told by its indentation, which scripts/check-format keeps right.

FNR == 1 {
  code_begin()
  depth = 0
  marked = 0
}

{
  text = code($0)
  if (text !~ /[^ \t]/) next
  match($0, /^ */)
  column = RLENGTH
  if (text !~ /^ *[#{)\]]/) while (depth > 0 && at[depth] >= column) depth--
  if (text ~ /@Test([^A-Za-z0-9_]|$)/) marked = 1
  if (match(text, /(^|[ )])(struct|class|enum|actor|extension) +[A-Z][A-Za-z0-9_.]*/)) {
    name = substr(text, RSTART, RLENGTH)
    sub(/^.* /, "", name)
    depth++
    at[depth] = column
    type[depth] = name
    marked = 0
  } else if (match(text, /(^|[ )])func +(`[^`]+`|[A-Za-z_][A-Za-z0-9_]*)/)) {
    name = substr(text, RSTART, RLENGTH)
    sub(/^.*func +/, "", name)
    gsub(/`/, "", name)
    if (depth > 0 && (marked || name ~ /^test/)) print_test(name)
    marked = 0
  }
}

function print_test(name,    i, path, last) {
  last = type[depth]
  sub(/^.*\./, "", last)
  printf "test\t%s/%s\n", last, name
  path = type[1]
  for (i = 2; i <= depth; i++) path = path "." type[i]
  if (path != last) printf "test\t%s/%s\n", path, name
}
