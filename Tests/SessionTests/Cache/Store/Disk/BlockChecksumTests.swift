import Foundation
import TestSupport
import Testing

@testable import Net

/// The expected values are those of the reference implementation (libxxhash 0.8.1, `XXH64`).
@Suite struct BlockChecksumTests {
  @Test(
    arguments: [
      ("", 0xef46_db37_51d8_e999), ("a", 0xd24e_c4f1_a98c_6e5b), ("abc", 0x44bc_2cf5_ad77_0999),
      ("message digest", 0x066e_d728_fcee_b3be), ("abcdefghijklmnopqrstuvwxyz", 0xcfe1_f278_fa89_835c),
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 0xaaa4_6907_d304_7814),
    ] as [(String, UInt64)])
  func textHasTheChecksumOfTheReference(_ text: String, _ checksum: UInt64) {
    expectEqual(BlockChecksum.of(Data(text.utf8), seed: 0), checksum)
  }

  @Test(
    arguments: [
      (0, 0x1, 0xd5af_ba13_36a3_be4b), (3, 0x1, 0x5ebf_da8c_9072_a30d), (4, 0x1, 0x76c2_35e6_330f_623d),
      (7, 0x1, 0xe755_81b7_bfa1_5ec7), (8, 0x1, 0xfbbe_e60b_a1ff_4594), (12, 0x1, 0xb443_03e4_89e2_7e15),
      (31, 0x1, 0x30c4_94e3_d8ea_5c92), (32, 0x1, 0xe73a_ccc7_5e54_1b60), (33, 0x1, 0x0fd4_b348_0797_1da4),
      (63, 0x1, 0x09ab_c95b_9a7f_a569), (1000, 0x1, 0xe96d_1e3d_dae0_8385),
      (65536, 0x1, 0xf8d3_4565_a744_2026), (100, 0x9e37_79b1_85eb_ca87, 0x7bb1_8fc5_df18_69b5),
      (33, .max, 0x2c26_c5a2_a178_4255), (65536, .max, 0x31ac_783d_6e30_5710),
    ] as [(Int, UInt64, UInt64)])
  func everyLengthAndSeedHasTheChecksumOfTheReference(_ count: Int, _ seed: UInt64, _ checksum: UInt64) {
    let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) })
    expectEqual(BlockChecksum.of(bytes, seed: seed), checksum)
  }
}
