import Testing

/// Expects that the run of each plan does what its reference says, and reports the first one that does not.
func expectNoDifferences<Plan>(_ plan: (_ seed: Int) -> Plan, _ differences: (Plan) -> [String]) {
  for seed in 0..<400 {
    let plan = plan(seed)
    let differences = differences(plan)
    if !differences.isEmpty {
      Issue.record("seed \(seed): \(plan)\n  \(differences.joined(separator: "\n  "))")
      return
    }
  }
}
