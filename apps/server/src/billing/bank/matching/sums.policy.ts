type Sum = { readonly amountKobo: number };

/** Above it one sum has too many ways to come about. */
const MOST_CANDIDATES = 24;

/**
 * Two to five of the candidates whose amounts add up to a sum, as their places; null where there are none,
 * where there is more than one way with so few, or with more than 24 candidates. A pair is tried before three.
 */
export function prepareSums(candidates: readonly Sum[]): (sum: number) => readonly number[] | null {
  if (candidates.length < 2 || candidates.length > MOST_CANDIDATES) return () => null;
  const amounts = candidates.map(({ amountKobo }) => amountKobo);
  const pairs = new Map<number, [number, number][]>();
  for (let a = 0; a < amounts.length; a++) {
    for (let b = a + 1; b < amounts.length; b++) {
      const sum = (amounts[a] ?? 0) + (amounts[b] ?? 0);
      const known = pairs.get(sum);
      if (known) known.push([a, b]);
      else pairs.set(sum, [[a, b]]);
    }
  }
  const rising = (...places: number[]): boolean =>
    places.every((place, at) => at === 0 || (places[at - 1] ?? 0) < place);
  const searches: ((sum: number) => number[][])[] = [
    (sum) => pairs.get(sum) ?? [],
    (sum) =>
      amounts.flatMap((one, a) =>
        (pairs.get(sum - one) ?? []).filter(([b, c]) => rising(a, b, c)).map((pair) => [a, ...pair]),
      ),
    (sum) =>
      [...pairs].flatMap(([first, ones]) =>
        ones.flatMap((one) =>
          (pairs.get(sum - first) ?? []).filter((two) => rising(...one, ...two)).map((two) => [...one, ...two]),
        ),
      ),
    (sum) =>
      amounts.flatMap((amount, a) =>
        [...pairs].flatMap(([first, ones]) =>
          ones.flatMap((one) =>
            (pairs.get(sum - amount - first) ?? [])
              .filter((two) => rising(a, ...one, ...two))
              .map((two) => [a, ...one, ...two]),
          ),
        ),
      ),
  ];
  return (sum) => {
    for (const search of searches) {
      const ways = search(sum);
      if (ways.length > 0) return ways.length === 1 ? (ways[0] ?? null) : null;
    }
    return null;
  };
}
