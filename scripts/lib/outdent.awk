# Removes the indentation that all lines share, spaces at line ends, and blank lines at both ends.

{
  sub(/[ \t]+$/, "")
  line[NR] = $0
  if ($0 == "") next
  if (!first) first = NR
  last = NR
  match($0, /^ */)
  if (shared == "" || RLENGTH < shared) shared = RLENGTH
}

END { for (i = first; first && i <= last; i++) print substr(line[i], shared + 1) }
