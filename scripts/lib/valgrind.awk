# Prints the Valgrind reports with one of our functions in the stack: mangled names of the module Net, and those of
# CLibcurl. Ends with the number of these and of other reports. What the runtime does while it makes metadata is among the
# others: it reads a part of its pool, from `malloc`, before it writes there, and which of our types is made then is chance.

function close_report() {
  if (report ~ /(at|by) 0x[0-9A-Fa-f]+: (\$s3Net|libcurl_)/ && report !~ / at 0x[0-9A-Fa-f]+: swift_initStructMetadata /) { ours++; printf "%s", report }
  else if (report ~ /(at|by) 0x[0-9A-Fa-f]+: /) others++
  report = ""
}

/^==[0-9]+== *$/ { close_report() }
/^==[0-9]+== *[^ ]/ { report = report $0 "\n" }
END {
  close_report()
  printf "%d reports with our code in the stack, %d without\n", ours, others
  exit ours > 0
}
