/// Returns the value, and hides from the optimizer which one it is.
///
/// A stage that is built by an opaque closure cannot be fused with its neighbors.
@inline(never)
@_optimize(none)
package func opaque<Value>(_ value: Value) -> Value { value }
