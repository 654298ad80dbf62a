import Testing

/// The seeds of the plans that each property runs.
let seeds = 0..<400

/// Expects that the run of each plan does what its reference says, and reports the first one that does not.
func expectNoDifferences<Plan>(_ plan: (_ seed: Int) -> Plan, _ differences: (Plan) -> [String]) {
  for seed in seeds {
    let plan = plan(seed)
    let differences = differences(plan)
    if !differences.isEmpty {
      Issue.record("seed \(seed): \(plan)\n  \(differences.joined(separator: "\n  "))")
      return
    }
  }
}
