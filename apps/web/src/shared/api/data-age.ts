/** The header of an answer that was read on a replica of the database: from when its rows are. */
const HEADER = 'x-data-as-of';

const ages = new Map<string, string>();
const listeners = new Set<() => void>();

/** Notes from when the rows of an endpoint's newest answer are, for `onHeaders` of its call. */
export const noteDataAge =
  (path: string) =>
  (headers: Pick<Headers, 'get'>): void => {
    const at = headers.get(HEADER);
    if (dataAgeOf(path) === at) return;
    if (at === null) ages.delete(path);
    else ages.set(path, at);
    for (const listener of listeners) listener();
  };

/** The moment from which the rows of an endpoint's newest answer are; null for the present one. */
export function dataAgeOf(path: string): string | null {
  return ages.get(path) ?? null;
}

/** Calls `listener` when the age of any endpoint's rows has changed. Returns how to stop. */
export function onDataAge(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
