# The import rules. Prints `path:line: rule` for each violation.

BEGIN {
  standard = " Swift Synchronization RegexBuilder Observation "
  c_library = " Glibc Musl Darwin Android Bionic "
  own = " Stream Net NetStream NetTesting "
  conditional = " FoundationNetworking Security Combine "
  may["Stream"] = standard "Dispatch "
  may["Net"] = standard "Dispatch Foundation FoundationNetworking Security "
  may["NetStream"] = standard "Foundation FoundationNetworking Combine Stream Net "
  may["NetTesting"] = standard "Dispatch Foundation FoundationNetworking Net "
  may["TestSupport"] = " Net NetTesting "
  may["StreamTests"] = " Stream Net NetTesting "
  may["RxSwiftStyleTests"] = " Stream NetTesting "
  may["NetTests"] = may["EngineTests"] = may["SessionTests"] = " Net NetTesting "
  may["NetStreamTests"] = own
  may["NetTestingTests"] = " Stream Net NetTesting "
  may["ScenarioTests"] = own
}

function has(list, word) { return index(list, " " word " ") > 0 }

function conditions(    i, all) {
  for (i = 1; i <= depth; i++) all = all " " condition[i]
  return all
}

# Returns whether the line is in a branch, including `#else`, of a choice between C libraries.
function in_choice(    i) {
  for (i = 1; i <= depth; i++)
    if (choice[i] ~ /canImport\((Glibc|Musl|Darwin|Android|Bionic)\)/ || choice[i] ~ /os\(/) return 1
  return 0
}

# Returns the module that an import statement names, or "" for other statements.
function imported(statement) {
  if (statement !~ /^[ \t]*((@[A-Za-z_]+(\([^)]*\))?|public|package|internal|fileprivate|private)[ \t]+)*import[ \t]+/)
    return ""
  sub(/^.*import[ \t]+/, "", statement)
  sub(/^(struct|class|enum|protocol|actor|func|var|let|typealias)[ \t]+/, "", statement)
  match(statement, /^[A-Za-z_0-9]+/)
  return substr(statement, 1, RLENGTH)
}

function check(module) {
  where = conditions()
  if (has(conditional, module) && index(where, "canImport(" module ")") == 0)
    breach("import " module " stands outside #if canImport(" module ")")
  if (has(c_library, module) && !in_choice()) breach("import " module " stands outside #if canImport(" module ")")
  if (folder == "Sources") check_source(module)
  if (folder == "Tests" && has(own, module) && (room in may) && !has(may[room], module))
    breach(room " does not depend on " module)
}

# Complains about conditions that the stand-ins for Apple's modules cannot satisfy (AppleStandIns/README.md).
function check_order(text,    i) {
  if (text ~ /^[ \t]*#if/ && text ~ /canImport\((Glibc|Musl|Android)\)/ && text !~ /canImport\(Darwin\)/)
    breach("a choice between C libraries begins with canImport(Darwin)")
  if (text ~ /^[ \t]*(#|$)/ || imported(text) != "") return
  for (i = 1; i <= depth; i++)
    if (choice[i] ~ /canImport\(FoundationNetworking\)/) { breach("canImport(FoundationNetworking) guards only imports: ask for canImport(Darwin)"); return }
}

function check_source(module) {
  if (has(c_library, module)) {
    if (FILENAME !~ /^Sources\/(NetTesting\/Server\/Wire\/|Stream\/Core\/StreamHooks\+StandardError\.swift$|Stream\/Support\/Turn\+Thread\.swift$)/)
      breach("only NetTesting/Server/Wire, StreamHooks+StandardError and Turn+Thread may import the C library (" module ")")
  } else if (module == "XCTest" || module == "Testing") {
    if (FILENAME !~ /^Sources\/NetTesting\/Reporting\//)
      breach("test frameworks are imported in NetTesting/Reporting only (" module ")")
    else if (index(where, "canImport(" module ")") == 0 || index(where, "TestFrameworks") == 0)
      breach("import " module " stands outside #if TestFrameworks && canImport(" module ")")
  } else if (module == "CLibcurl") {
    if (FILENAME !~ /^Sources\/Net\/(Transport\/Curl|Support\/Threads)\//)
      breach("only Net/Transport/Curl and Net/Support/Threads may import CLibcurl")
    else if (index(where, "os(Linux)") == 0) breach("import CLibcurl stands outside #if os(Linux)")
  } else if (room == "NetTesting" && module == "Stream") {
    if (FILENAME !~ /^Sources\/NetTesting\/((StreamSupport|Lifecycle|Sweeps\/Streams)\/|Reporting\/LiveSubscriptions.swift|DynamicMock\/MockDefault\+Streams.swift)/)
      breach("only NetTesting/StreamSupport, Lifecycle, Sweeps/Streams, the check for leaks and MockDefault+Streams may import Stream")
  } else if (!(room in may)) breach("the module " room " has no rule: add one to scripts/lib/imports.awk")
  else if (!has(may[room], module)) breach(room " may not import " module)
}

FNR == 1 {
  depth = 0
  folder = part[1]
  room = part[2]
}

{
  text = code($0)
  if (text ~ /^[ \t]*#if/) { depth++; choice[depth] = condition[depth] = text }
  else if (text ~ /^[ \t]*#elseif/) choice[depth] = choice[depth] (condition[depth] = text)
  else if (text ~ /^[ \t]*#else/) condition[depth] = ""
  else if (text ~ /^[ \t]*#endif/) depth--
  if (folder == "Sources" || folder == "Tests") check_order(text)
  if (text ~ /@preconcurrency/) breach("@preconcurrency hides a race from the compiler")
  if (text ~ /@testable/ && (room == "ScenarioTests" || folder == "Examples"))
    breach("scenarios and examples use the public API only: no @testable")
  if (text ~ /@_exported/ && (FILENAME != "Sources/NetStream/Exports.swift" || text !~ /import (Net|Stream)$/))
    breach("only NetStream/Exports.swift exports modules, and only Net and Stream")
  if (FILENAME == "Package.swift" && text ~ /\.package[ \t]*\(/) breach("the root package depends on no other package")
  if (text ~ /import[ \t]/) {
    count = split(text, statement, ";")
    for (i = 1; i <= count; i++) {
      module = imported(statement[i])
      if (module != "") check(module)
    }
  }
}

END { exit (breaches > 0) }
