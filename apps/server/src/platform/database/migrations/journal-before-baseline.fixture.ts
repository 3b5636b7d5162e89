import type { JournalEntry } from './migration-journal.ts';

/**
 * The migration journal of a database created by the last version before the baseline, with all 27
 * migrations.
 */
export const JOURNAL_BEFORE_BASELINE: readonly JournalEntry[] = [
  { createdAt: 1_795_235_955_165, hash: 'ece655aba2abedb1301e9bf49a7534912cf64185ce7a9bf6789fe53815f6c24b' },
  { createdAt: 1_795_240_762_833, hash: '1e701bc2c519b07cbf2875d2dd2a200b5820282015ac89e1fe22e7626c93d16f' },
  { createdAt: 1_795_244_689_801, hash: '8b9e29993cfec3f4678a7fa6f86b1ca607eb14e2660afeddc02f75f3a48bab06' },
  { createdAt: 1_795_245_625_895, hash: 'ee63b268adeaafbf04e1e1a8dc5a99dd48374315c78a8de3b873a4740f79bd67' },
  { createdAt: 1_795_245_665_509, hash: 'fe4837ef75dc3372a7ab6d30ac8193ebe4829cda9c712c3a3ea540d52eb05198' },
  { createdAt: 1_795_246_350_226, hash: 'faab8c5cfe399324322459b381367dfb46a6b0f8cad32fff6683d17ebfbe6f03' },
  { createdAt: 1_795_247_871_754, hash: 'e912ae6de647448b70d752401d6135af56b53e00d10086f16e9b41309ceae7c4' },
  { createdAt: 1_795_248_704_943, hash: '22acfc9c045936856785a3e42292a4c22e0ecc4c0647482517cf858bf3c12248' },
  { createdAt: 1_795_248_834_716, hash: '3a56aec39b7cd1514bf7661bbd719ee60bf88a37381197aa8f01f59c020c9289' },
  { createdAt: 1_795_253_649_794, hash: '3e1d8869d571a182544dab7cc8b73d82f3006270edd36270ca828b3c1768ffa0' },
  { createdAt: 1_795_258_080_024, hash: 'ead05bba158f12272f28ad37cc008b2c8605078465fc139ef4a3693ed62eb507' },
  { createdAt: 1_795_259_309_313, hash: '90ed21ccb532822d71713a8ba066a54f5f2b461a3add549c56f450cf22d668e2' },
  { createdAt: 1_795_259_414_537, hash: 'a47ef945da3b4a60845667ec79a219b16957ebc46b37f9bed8eabc46d95731fb' },
  { createdAt: 1_795_262_798_503, hash: 'c51be3d019ef832c0bbd72c67c6be6c062cef79b9ac06cf300c1a4f305ddfb0a' },
  { createdAt: 1_795_269_006_761, hash: '06f6e095bcaf1255e6242a7e979783de2c0336dfa8605c82458c9850dc1fc1f8' },
  { createdAt: 1_795_269_153_699, hash: 'fbab416be831d99f39597d9763ba52715ee54435388163805f918c92b1a0c847' },
  { createdAt: 1_795_281_437_752, hash: '559d0d9f0cae1c9d85b52aecb1de11d38b1d934816237810234f76b81ba130b9' },
  { createdAt: 1_795_283_649_881, hash: '56c033afe0ef3fd449b08b91c7d8e369c32919dce7280065cb03b5ab9d00c9ad' },
  { createdAt: 1_795_283_760_997, hash: '63f4c44cb4f84123918cfd7548c4241f2fb930a366e5ebe255706a4dd319604b' },
  { createdAt: 1_795_284_096_346, hash: '224a2849e02a43a275bea1e9a21e39e162bcd9205dd3242018699e6dad85e9c4' },
  { createdAt: 1_795_295_441_531, hash: 'ccbae4bc0f335345877bd2bf3315d42fe2ba02838a3e3e23984934d28ba6681c' },
  { createdAt: 1_795_295_741_265, hash: '7538c5b949e93f04001bb7c83518152a09bb8e68c944aec7eaa9c033c5ba99ef' },
  { createdAt: 1_795_350_616_064, hash: 'a7e44ce98ba887d909f3b506334e08bdbead255f7ef3cbb6b338a5269789d608' },
  { createdAt: 1_795_352_426_241, hash: '94d10c13c79ebe2eb5b51df9ec9e92f7f49500db625f9bcb0e918fc01c15acc3' },
  { createdAt: 1_795_365_784_706, hash: '1f7d7ceabfce9f072df33891b63e272efe8881f8cdd16154b063b05a1fea3e89' },
  { createdAt: 1_795_406_612_005, hash: 'effec6e8f5b42530eb0697a4f5872ded53466751a4a1df0f73f96e39e6d5d118' },
  { createdAt: 1_795_410_428_264, hash: '52bc1d7604f9e009823057dc22e274c1d29f4a533d89cfcc96fc9bb2a1dfba60' },
];
