/** A random source that repeats with its seed. */
export type Chance = {
  /** From 0 up to but not including `below`, whole. */
  readonly whole: (below: number) => number;
  readonly occurs: (probability: number) => boolean;
  readonly pick: <const T>(list: readonly [T, ...T[]]) => T;
};

/**
 * The same seed and stream always give the same sequence; streams of one seed are independent.
 * Generator: mulberry32.
 */
export function createChance(seed: number, stream: number): Chance {
  let state = Math.imul(seed ^ Math.imul(stream + 1, 0x9e3779b1), 0x85ebca6b) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  return {
    whole,
    occurs: (probability) => next() < probability,
    pick: (list) => list[whole(list.length)] ?? list[0],
  };
}
