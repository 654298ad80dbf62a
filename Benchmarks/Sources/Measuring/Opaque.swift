/// Returns the value, and hides from the optimiser which one it is.
///
/// A stage that is built by a closure that went through here cannot be fused with the stage before it or after it.
@inline(never)
@_optimize(none)
package func opaque<Value>(_ value: Value) -> Value { value }
