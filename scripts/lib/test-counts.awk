# Reads the output of `swift test`, then the result file of Swift Testing. -v either=1: one framework may have no tests.

FNR == 1 { file++ }

# From the output, prints each failure with its file and line again, after the output of the passing tests.
file == 1 && /(: error: |recorded an issue( with | at)|Fatal error: |Caught |crashed)/ { print }
file == 1 && /Test run with / && match($0, /[0-9]+ known issues?/) { known = "; " substr($0, RSTART, RLENGTH) }

# XCTest sums up each suite; the last one has all cases. Other output may stand before it on its line.
file == 1 && /Test Suite '.*' started at / { begun = 1 }
file == 1 && /Test Case '.*' failed \(/ { failures++ }
file == 1 && /Test Suite '(All|Selected) tests' (passed|failed) at / { ended = 1 }
file == 1 && match($0, /Executed [0-9]+ tests?, with /) {
  split(substr($0, RSTART), word, " ")
  cases = word[2]
  omitted = $0 ~ /tests? skipped/ ? word[5] : 0
}
file < 2 { next }

{ reported = 1 }
/<testcase / { tests++; is_failed = 0 }
/<skipped/ { skipped++ }
/<failure/ && !is_failed { failed++; is_failed = 1 }

END {
  if (skipped + omitted) wrong(skipped + omitted " skipped")
  if (begun && !ended || !begun && !(either && tests)) wrong("XCTest did not finish")
  else if (!cases && !(either && tests)) wrong("XCTest ran nothing")
  if (!reported && !(either && cases)) wrong("Swift Testing did not finish")
  else if (!tests && !(either && cases)) wrong("Swift Testing ran nothing")
  printf "XCTest: %d passed, %d failed; Swift Testing: %d passed, %d failed%s\n", cases - failures, failures,
    tests - failed, failed, known
  exit (bad || failures + failed > 0)
}

function wrong(what) {
  print "run-tests: " what >"/dev/stderr"
  bad = 1
}
