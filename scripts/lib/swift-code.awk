# code(line): returns the line without comments and without the contents of string literals.
# Call it once for every line, in order; `has_comment` then says whether the line contained a comment.
# It follows block comments (nested) and multi-line strings across lines; it does not parse interpolations.
# `part` has the names in the path of the file. breach(rule) prints `path:line: rule`, and counts `breaches`.

FNR == 1 {
  code_depth = code_in_text = 0
  split(FILENAME, part, "/")
}

function breach(rule) {
  printf "%s:%d: %s\n", FILENAME, FNR, rule
  breaches++
}

function code(line,    out, i, n, two, three, in_string) {
  has_comment = 0
  if (!code_depth && !code_in_text && line !~ /"|\/\/|\/\*/) return line
  out = ""
  n = length(line)
  in_string = 0
  for (i = 1; i <= n; i++) {
    two = substr(line, i, 2)
    three = substr(line, i, 3)
    if (code_depth) {
      has_comment = 1
      if (two == "*/") { code_depth--; i++ }
      else if (two == "/*") { code_depth++; i++ }
    } else if (code_in_text) {
      if (two == "\\\"") i++
      else if (three == "\"\"\"") { code_in_text = 0; i += 2; out = out "\"" }
    } else if (in_string) {
      if (substr(line, i, 1) == "\\") i++
      else if (substr(line, i, 1) == "\"") { in_string = 0; out = out "\"" }
    } else if (two == "//") { has_comment = 1; break }
    else if (two == "/*") { has_comment = 1; code_depth = 1; i++ }
    else if (three == "\"\"\"") { code_in_text = 1; i += 2; out = out "\"" }
    else if (substr(line, i, 1) == "\"") { in_string = 1; out = out "\"" }
    else out = out substr(line, i, 1)
  }
  return out
}
