# Reads first the names of all tests and scripts (`test <tab> Type/function`, `script <tab> scripts/name`), then pages of promises.
# Prints `path:line: rule` for each breach, and at the end, where there is none, the counts on one line.

BEGIN {
  FS = "\t"
  header = "| Promise | Shown by |"
}

function breach(rule) {
  printf "%s:%d: %s\n", FILENAME, FNR, rule
  breaches++
}

# The cells of a row, those with `\|` in them whole; their number.
function cells(row, cell,    i, n, part) {
  gsub(/\\\|/, "\001", row)
  sub(/^\|/, "", row)
  sub(/\|[ \t]*$/, "", row)
  n = split(row, part, "|")
  for (i = 1; i <= n; i++) {
    cell[i] = part[i]
    gsub(/^[ \t]+|[ \t]+$/, "", cell[i])
  }
  return n
}

# What shows a promise: code spans with a comma and a space between, each the name of a test or a script.
function shown(list,    i, n, part, name) {
  if (list == "") return breach("a promise without a test")
  n = split(list, part, /, /)
  for (i = 1; i <= n; i++) {
    if (part[i] !~ /^`[^`]+`$/) {
      breach("a promise is shown by names in backticks with commas between, not by: " part[i])
      continue
    }
    name = substr(part[i], 2, length(part[i]) - 2)
    if (name ~ /^scripts\//) {
      if (!(name in scripts)) breach("there is no " name)
    } else if (name !~ /^[^\/]+\/[^\/]+$/) breach("a test is named Type/function, not " name)
    else if (!(name in tests)) breach("there is no test " name)
    else if (!(name in named)) {
      named[name] = 1
      different++
    }
  }
}

function page_ends() {
  if (page != "" && rows == 0) {
    printf "%s:1: a page without a promise\n", page
    breaches++
  }
}

$1 == "test" { tests[$2] = 1; next }
$1 == "script" { scripts[$2] = 1; next }

FNR == 1 {
  page_ends()
  page = FILENAME
  rows = in_table = in_block = 0
}

/^ *```/ { in_block = !in_block }

in_block || !/^ *\|/ { in_table = 0; next }

!in_table {
  in_table = 1
  if ($0 != header) breach("a table of promises begins with " header)
  next
}

/^\|[-:| ]+\|$/ { next }

{
  rows++
  promises++
  delete cell
  if (cells($0, cell) != 2) { breach("a row has two cells, and \\| inside them"); next }
  if (cell[1] == "") breach("a test without a promise")
  if (cell[1] in said) breach("promised before, at " said[cell[1]])
  else said[cell[1]] = FILENAME ":" FNR
  shown(cell[2])
}

END {
  page_ends()
  if (breaches > 0) exit 1
  printf "check-promises: %d promises are shown by %d tests\n", promises, different
}
