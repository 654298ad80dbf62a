import Foundation

/// The control characters U+001A, U+001C and U+007F, which Foundation exchanges on Linux, as IBM's tables of charsets
/// for DOS do.
///
/// In text that is not ASCII, it decodes the byte 7F as U+001A, 1A as U+001C and 1C as U+007F. In these charsets each
/// of the bytes stands for the character of the same number (Encoding Standard, `Shift_JIS` and `IBM866` decoders), and
/// is never part of another character. So they are in the same order in the bytes and in the text.
enum ExchangedControls {
  private static func contains(_ number: UInt32) -> Bool {
    number == 0x1a || number == 0x1c || number == 0x7f
  }

  /// Returns the decoded text with the control characters of its bytes, or nil if their numbers differ.
  static func text(_ text: String, of data: Data) -> String? {
    var controls = data.filter { contains(UInt32($0)) }[...]
    guard !controls.isEmpty else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard contains(scalar.value) else {
        result.append(scalar)
        continue
      }
      guard let byte = controls.popFirst() else { return nil }
      result.append(Unicode.Scalar(byte))
    }
    return controls.isEmpty ? String(result) : nil
  }

  /// Returns the encoded bytes with the control characters of their text, or nil if their numbers differ.
  static func data(_ data: Data, of text: String) -> Data? {
    var controls = text.unicodeScalars.map(\.value).filter(contains)[...]
    guard !controls.isEmpty else { return data }
    var result = data
    for index in result.indices where contains(UInt32(result[index])) {
      guard let number = controls.popFirst() else { return nil }
      result[index] = UInt8(truncatingIfNeeded: number)
    }
    return controls.isEmpty ? result : nil
  }
}
