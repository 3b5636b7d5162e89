/** The values that each factor can take. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;

/** One case: a value for each factor. */
export type Row<F extends Factors> = { readonly [Name in keyof F]: F[Name][number] };

/** Every combination of values: the full product. */
export function product<const F extends Factors>(factors: F): Row<F>[] {
  const combinations = Object.entries(factors).reduce<Record<string, unknown>[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
  return combinations as Row<F>[];
}

/**
 * A pairwise cover: every value of a factor meets every value of each other factor in at least one
 * row. The same factors and seed give the same rows. Greedy: each row begins with a missing pair
 * and takes, factor by factor, the value with the most missing pairs.
 */
export function pairwise<const F extends Factors>(factors: F, seed = 1): Row<F>[] {
  const lists = Object.values(factors);
  const missing = missingPairs(lists);
  const random = seededRandom(seed);
  const rows: number[][] = [];
  for (const first of missing) {
    const row = complete(JSON.parse(first) as Pair, lists, missing, random);
    for (const pair of pairsOf(row)) missing.delete(pair);
    rows.push(row);
  }
  const names = Object.keys(factors);
  const named = (row: readonly number[]) => names.map((name, factor) => [name, lists[factor]?.[row[factor] ?? 0]]);
  // A single factor has no pairs: each of its values is a row.
  return names.length < 2 ? product(factors) : rows.map((row) => Object.fromEntries(named(row)) as Row<F>);
}

/** Two factors and a value of each, by their indexes; as text, so that a set can contain it. */
type Pair = readonly [factor: number, value: number, otherFactor: number, otherValue: number];

function missingPairs(lists: readonly (readonly unknown[])[]): Set<string> {
  const pairs = new Set<string>();
  lists.forEach((values, factor) => {
    lists.slice(factor + 1).forEach((others, next) => {
      for (const value of values.keys())
        for (const other of others.keys()) pairs.add(JSON.stringify([factor, value, factor + 1 + next, other]));
    });
  });
  return pairs;
}

function pairsOf(row: readonly number[]): string[] {
  return row.flatMap((value, factor) =>
    row.slice(factor + 1).map((other, next) => JSON.stringify([factor, value, factor + 1 + next, other])),
  );
}

function complete(
  [factor, value, otherFactor, otherValue]: Pair,
  lists: readonly (readonly unknown[])[],
  missing: ReadonlySet<string>,
  random: () => number,
): number[] {
  const row = new Map([
    [factor, value],
    [otherFactor, otherValue],
  ]);
  for (const [open, values] of lists.entries()) {
    if (row.has(open)) continue;
    const gain = (candidate: number): number =>
      [...row].filter(([set, chosen]) =>
        missing.has(JSON.stringify(set < open ? [set, chosen, open, candidate] : [open, candidate, set, chosen])),
      ).length;
    const scored = [...values.keys()].map((candidate) => ({ candidate, score: gain(candidate) + random() / 2 }));
    row.set(open, scored.reduce((best, each) => (each.score > best.score ? each : best)).candidate);
  }
  return lists.map((_, each) => row.get(each) ?? 0);
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
