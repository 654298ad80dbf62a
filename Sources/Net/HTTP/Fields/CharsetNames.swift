import Foundation

extension String.Encoding {
  /// Returns the encoding with this Core Foundation number (`CFStringEncoding`).
  private static func core(_ number: UInt) -> Self { Self(rawValue: 0x8000_0000 | number) }

  static let macRoman = core(0x0000)
  static let big5 = core(0x0a06)
  static let windowsShiftJIS = core(0x0420)
  static let windowsSimplifiedChinese = core(0x0421)
  static let windowsKorean = core(0x0422)

  fileprivate static func iso8859(_ part: UInt) -> Self { core(0x0200 + part) }
  static let gb18030 = core(0x0632)
  fileprivate static let koi8R = core(0x0a02)
  fileprivate static let koi8U = core(0x0a08)
  fileprivate static let macCyrillic = core(0x0007)
  static let dos850 = core(0x0410)
  static let dosRussian = core(0x041b)
  fileprivate static let windowsThai = core(0x041d)
  fileprivate static func windows(_ number: UInt) -> Self { core(0x0500 + number) }
}

/// The names of charsets (https://encoding.spec.whatwg.org/#names-and-labels and the IANA registry).
enum CharsetNames {
  /// The encodings by lower-case name.
  static let encodings: [String: String.Encoding] = {
    var encodings: [String: String.Encoding] = [:]
    for (encoding, names) in table {
      for name in names.split(separator: " ") { encodings[String(name)] = encoding }
    }
    return encodings
  }()

  // Latin-1, Latin-5 and Thai stay distinct here; browsers decode them as the larger Windows charsets.
  private static let table: [(String.Encoding, String)] = [
    (.utf8, "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 csutf8"),
    (
      .ascii,
      "us-ascii ascii ansi_x3.4-1968 ansi_x3.4-1986 iso646-us iso_646.irv:1991 iso-ir-6 us ibm367 cp367 csascii"
    ),
    (
      .isoLatin1,
      "iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100 latin1 l1 ibm819 cp819 csisolatin1"
    ),
    (.isoLatin2, "iso-8859-2 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 iso-ir-101 latin2 l2 csisolatin2"),
    (
      .iso8859(3), "iso-8859-3 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 iso-ir-109 latin3 l3 csisolatin3"
    ),
    (
      .iso8859(4), "iso-8859-4 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 iso-ir-110 latin4 l4 csisolatin4"
    ),
    (
      .iso8859(5),
      "iso-8859-5 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 iso-ir-144 cyrillic csisolatincyrillic"
    ),
    (
      .iso8859(6),
      "iso-8859-6 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 iso-ir-127 arabic asmo-708 ecma-114 csisolatinarabic "
        + "iso-8859-6-e iso-8859-6-i csiso88596e csiso88596i"
    ),
    (
      .iso8859(7),
      "iso-8859-7 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 iso-ir-126 greek greek8 elot_928 ecma-118 "
        + "sun_eu_greek csisolatingreek"
    ),
    (
      .iso8859(8),
      "iso-8859-8 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 iso-ir-138 hebrew visual logical csisolatinhebrew "
        + "iso-8859-8-e iso-8859-8-i csiso88598e csiso88598i"
    ),
    (
      .iso8859(9), "iso-8859-9 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 iso-ir-148 latin5 l5 csisolatin5"
    ),
    (.iso8859(10), "iso-8859-10 iso8859-10 iso885910 iso_8859-10:1992 iso-ir-157 latin6 l6 csisolatin6"),
    (.iso8859(11), "iso-8859-11 iso8859-11 iso885911 tis-620 cstis620"),
    (.iso8859(13), "iso-8859-13 iso8859-13 iso885913 csiso885913"),
    (
      .iso8859(14),
      "iso-8859-14 iso8859-14 iso885914 iso_8859-14 iso_8859-14:1998 iso-ir-199 latin8 l8 csiso885914"
    ),
    (.iso8859(15), "iso-8859-15 iso8859-15 iso885915 iso_8859-15 latin-9 csisolatin9 csiso885915 l9"),
    (
      .iso8859(16),
      "iso-8859-16 iso8859-16 iso885916 iso_8859-16 iso_8859-16:2001 iso-ir-226 latin10 l10 csiso885916"
    ),
    (.windowsThai, "windows-874 dos-874 cswindows874"),
    (.windowsCP1250, "windows-1250 cp1250 x-cp1250 cswindows1250"),
    (.windowsCP1251, "windows-1251 cp1251 x-cp1251 cswindows1251"),
    (.windowsCP1252, "windows-1252 cp1252 x-cp1252 cswindows1252"),
    (.windowsCP1253, "windows-1253 cp1253 x-cp1253 cswindows1253"),
    (.windowsCP1254, "windows-1254 cp1254 x-cp1254 cswindows1254"),
    (.windows(5), "windows-1255 cp1255 x-cp1255 cswindows1255"),
    (.windows(6), "windows-1256 cp1256 x-cp1256 cswindows1256"),
    (.windows(7), "windows-1257 cp1257 x-cp1257 cswindows1257"),
    (.windows(8), "windows-1258 cp1258 x-cp1258 cswindows1258"),
    (.koi8R, "koi8-r koi8 koi koi8_r cskoi8r"), (.koi8U, "koi8-u koi8-ru cskoi8u"),
    (.macRoman, "macintosh mac x-mac-roman csmacintosh"), (.macCyrillic, "x-mac-cyrillic x-mac-ukrainian"),
    (.dos850, "ibm850 cp850 850 cspc850multilingual"),
    (.dosRussian, "ibm866 cp866 866 csibm866"),
    (
      .windowsSimplifiedChinese,
      "gbk gb2312 gb_2312 gb_2312-80 chinese iso-ir-58 csgb2312 csiso58gb231280 x-gbk cp936 ms936 windows-936 csgbk euc-cn"
    ),
    (.gb18030, "gb18030 csgb18030"),
    (.big5, "big5 big5-hkscs cn-big5 csbig5 csbig5hkscs x-x-big5"),
    (
      .windowsShiftJIS,
      "shift_jis shift-jis sjis x-sjis ms_kanji ms932 windows-31j csshiftjis cswindows31j cp932"
    ),
    (
      .japaneseEUC,
      "euc-jp x-euc-jp cseucpkdfmtjapanese extended_unix_code_packed_format_for_japanese"
    ),
    (.iso2022JP, "iso-2022-jp csiso2022jp"),
    (
      .windowsKorean,
      "euc-kr cseuckr ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 csksc56011987 iso-ir-149 korean windows-949 cp949"
    ),
    (.utf16, "utf-16 csutf16"), (.utf16BigEndian, "utf-16be unicodefffe csutf16be"),
    (.utf16LittleEndian, "utf-16le csutf16le"),
    (.utf32, "utf-32 csutf32"), (.utf32BigEndian, "utf-32be csutf32be"),
    (.utf32LittleEndian, "utf-32le csutf32le"),
  ]
}
