# Reads what `swift test` printed and prints one line with the counts of both frameworks.
# The two run in two processes, each with a count of its own. -v either=1: one framework without tests is good.

function number_before(word, text) {
  if (!match(text, "[0-9]+ " word)) return 0
  return substr(text, RSTART, RLENGTH) + 0
}

# XCTest, one process: the totals of the outermost suite, and a line for each case that failed.
/Test Suite '(All|Selected) tests' (passed|failed)/ { outermost = 1 }
/Executed [0-9]+ tests?, with / && outermost {
  outermost = 0
  executed += number_before("tests?, with", $0)
  xctest_skipped += number_before("tests? skipped", $0)
  finished = 1
}
/Test Case '.*' failed \(/ { xctest_failed++ }

# XCTest under --parallel: a process for each case, and what it printed only if it failed.
/^\[[0-9]+\/[0-9]+\] Testing / {
  split($1, part, /[][\/]/)
  parallel = part[3] + 0
}

# Swift Testing.
/Test run with [0-9]+ tests?.* (passed|failed) after / { testing += number_before("tests?", $0); testing_finished = 1; next }
/^[^ ]+ Test .* failed after [0-9.]+ seconds/ { testing_failed++; next }
/^[^ ]+ (Test|Suite) .* (passed after|started\.)/ { next }
/^[^ ]+ (Test|Suite) .* skipped(\.|: )/ { testing_skipped++ }

END {
  if (parallel) { executed = parallel; finished = 1; xctest_skipped = 0 }
  skipped = xctest_skipped + testing_skipped
  xctest = executed - xctest_failed - xctest_skipped
  swift_testing = testing - testing_failed - testing_skipped
  printf "XCTest: %d passed, %d failed; Swift Testing: %d passed, %d failed\n", xctest, xctest_failed, swift_testing, testing_failed
  if (xctest < 0 || swift_testing < 0) wrong("the counts contradict each other")
  if (!finished && !(either && testing)) wrong("XCTest did not finish")
  if (!testing_finished && !(either && executed)) wrong("Swift Testing did not finish")
  if (finished && !executed && !(either && testing)) wrong("XCTest ran nothing")
  if (testing_finished && !testing && !(either && executed)) wrong("Swift Testing ran nothing")
  if (skipped) wrong(skipped " skipped")
  if (xctest_failed + testing_failed) bad = 1
  exit bad
}

function wrong(what) {
  print "test-counts: " what >"/dev/stderr"
  bad = 1
}
