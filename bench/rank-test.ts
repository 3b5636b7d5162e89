/** Of an odd count the middle one; of an even one the upper of the two. */
export const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

/** Phi(-|z|), by Abramowitz and Stegun 26.2.17. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const [a, b, c, d, e] = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const density = Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI);
  return density * t * (a + t * (b + t * (c + t * (d + t * e))));
}

/**
 * The probability of an order at least as uneven if both came from the same times: Mann-Whitney's U,
 * two-sided, by its normal approximation. Times of a microsecond hardly ever tie.
 */
export function rankTest(some: readonly number[], others: readonly number[]): number {
  const all = [...some.map((ms) => ({ ms, isSome: true })), ...others.map((ms) => ({ ms, isSome: false }))];
  const ranks = all.sort((a, b) => a.ms - b.ms).reduce((sum, { isSome }, at) => sum + (isSome ? at + 1 : 0), 0);
  const [n, m] = [some.length, others.length];
  const u = ranks - (n * (n + 1)) / 2;
  return 2 * upperTail((u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12));
}
