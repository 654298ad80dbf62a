# The reports of Valgrind with one of our functions in the stack: those of the module Net, whose names are mangled, and
# those of CLibcurl. Prints them, and at the end how many there were, and how many without.

function close_report() {
  if (frames > 0) {
    if (is_ours) {
      ours++
      printf "%s", report
    } else {
      others++
    }
  }
  report = ""
  frames = 0
  is_ours = 0
}

!/^==[0-9]+==/ { next }
/^==[0-9]+== *$/ { close_report(); next }
{
  report = report $0 "\n"
  if ($0 ~ /(at|by) 0x[0-9A-Fa-f]+: /) frames++
  if ($0 ~ /(at|by) 0x[0-9A-Fa-f]+: (\$s3Net|libcurl_)/) is_ours = 1
}
END {
  close_report()
  printf "%d reports with our code in the stack, %d without\n", ours, others
  exit ours > 0
}
