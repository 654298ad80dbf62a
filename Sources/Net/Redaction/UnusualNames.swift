/// The unusual characters of the names that texts are searched for.
///
/// Most names have none, and then texts are not searched for such characters.
struct UnusualNames: Hashable {
  /// ASCII characters that end other names in a text, as in `@id` and `user:pin`; without `"` and the backslash.
  private(set) var delimiters: Set<UInt8> = []
  /// Whether a name has characters that are not ASCII, which a text may escape.
  private(set) var hasOtherScripts = false

  init(_ names: some Sequence<String>) {
    for byte in names.lazy.flatMap(\.utf8) {
      if byte >= 0x80 {
        hasOtherScripts = true
      } else if !SecretSweep.isOfName(byte), !" \"\\".utf8.contains(byte) {
        delimiters.insert(byte)
      }
    }
  }
}
