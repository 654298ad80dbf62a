/// Date arithmetic in the proleptic Gregorian calendar and UTC, without Foundation's `Calendar`.
///
/// Times have 64 bits: an `Int` of 32, as watches have, ends in 2038.
enum CivilDate {
  /// Returns the seconds from the start of 1970 to a time, or nil if the date or time of day does not exist.
  ///
  /// A leap second, 60, counts as the following second.
  static func seconds(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
  ) -> Int64? {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1, day <= days(in: month, of: year),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return Int64(days(to: year, month, day)) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  /// Returns the same time `years` later.
  ///
  /// 29 February becomes 1 March in a year that is not a leap year.
  static func adding(years: Int, to seconds: Int64) -> Int64 {
    let (day, second) = split(seconds)
    let (year, month, dayOfMonth) = date(of: day)
    return Int64(days(to: year + years, month, dayOfMonth)) * 86_400 + Int64(second)
  }

  /// Returns the parts of a time: the month and day from 1, the weekday from Monday, which is 0, and the second of the
  /// day.
  static func components(of seconds: Int64) -> (year: Int, month: Int, day: Int, weekday: Int, second: Int) {
    let (day, second) = split(seconds)
    let (year, month, dayOfMonth) = date(of: day)
    // 1 January 1970 was a Thursday.
    let weekday = day + 3 - floor(day + 3, 7) * 7
    return (year, month, dayOfMonth, weekday, second)
  }

  /// Returns a time of the years 0 to 9999 to the second as ISO 8601 writes it, without its zone:
  /// `2017-01-05T10:14:44`.
  static func text(of seconds: Int64) -> String {
    let parts = components(of: seconds)
    let numbers = [parts.month, parts.day, parts.second / 3600, parts.second / 60 % 60, parts.second % 60]
    let two = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
    let year = String(repeating: "0", count: 4 - "\(parts.year)".count) + "\(parts.year)"
    return "\(year)-\(two[0])-\(two[1])T\(two[2]):\(two[3]):\(two[4])"
  }

  /// Returns the year of a time.
  static func year(of seconds: Int64) -> Int { date(of: split(seconds).day).year }

  /// Returns the day, counted from 1970, and the second of the day.
  private static func split(_ seconds: Int64) -> (day: Int, second: Int) {
    let day = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    return (Int(clamping: day), Int(seconds - day * 86_400))
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Years begin in March here, so that the leap day is the last day of a year. The calendar repeats every 400 years.
  private static func days(to year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = floor(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(of day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = floor(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
    return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
  }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }
}
