const LAGOS_AHEAD_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** From one day of Lagos to another, both included: "2026-11-01" to "2026-11-26". */
export type StatementRange = { readonly from: string; readonly to: string };

const dayOf = (at: number) => new Date(at + LAGOS_AHEAD_MS).toISOString().slice(0, 10);

/** The last three months, up to today. */
export function lastMonths(at: Date): StatementRange {
  return { from: dayOf(at.getTime() - 91 * DAY_MS), to: dayOf(at.getTime()) };
}

/** The address of the statement as a document below the address of the statement. */
export function statementDocument(path: string, { from, to }: StatementRange, form: 'pdf' | 'csv'): string {
  return `${path}/${form}?from=${from}&to=${to}`;
}
