/** A day, as "2027-01-01" or empty while it is being chosen, and what is said of it. */
export type DatedRow = { readonly day: string; readonly text: string };

/** Rows as one text, a line for each: "2027-01-01: 10%". */
export function writeRows(rows: readonly DatedRow[]): string {
  return rows.map(({ day, text }) => `${day}: ${text}`).join('\n');
}

/** The rows of such a text, in its order. */
export function readRows(text: string): DatedRow[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [day = '', ...rest] = line.split(': ');
    return { day, text: rest.join(': ') };
  });
}

export const byDay = (one: DatedRow, other: DatedRow): number => (one.day < other.day ? -1 : 1);
