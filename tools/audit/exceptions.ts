/** A known fault that we ship for now. `until` is a day (UTC); on it the exception still counts. */
export type Exception = {
  readonly advisory: string;
  readonly package: string;
  readonly until: string;
  readonly reason: string;
};

/**
 * Known faults of production packages that `npm run audit` lets pass: each with the advisory's number
 * (GHSA-…), why it cannot harm us, and a day within the next three months after which we look again.
 */
export const exceptions: readonly Exception[] = [];
