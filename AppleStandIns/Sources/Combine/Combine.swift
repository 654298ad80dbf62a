/// Combine, as OpenCombine declares it.
@_exported public import OpenCombine
