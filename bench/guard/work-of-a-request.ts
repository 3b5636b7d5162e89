/** How often each kind of work was done, by the name of the kind: a function, a statement. */
export type Counted = ReadonlyMap<string, number>;

/** Equal requests that may take less than the others: of a customer who gets no mail, say. */
const LIGHTER = 2;

/**
 * What one request takes, from the counts of ten equal requests: of each kind what all but two take at least.
 * Jobs that run beside a request only add to it, and hardly ever the same kind beside eight of ten.
 */
export function workOfARequest(requests: readonly Counted[]): number {
  const kinds = new Set(requests.flatMap((request) => [...request.keys()]));
  const leastOf = (kind: string): number =>
    requests.map((request) => request.get(kind) ?? 0).toSorted((a, b) => a - b)[LIGHTER] ?? 0;
  return [...kinds].reduce((sum, kind) => sum + leastOf(kind), 0);
}
