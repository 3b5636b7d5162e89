import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';

type Cell = string | number | null;

/**
 * A group of figures as CSV (RFC 4180): a line for each of its rows, or for each of its numbers,
 * with the time at which they were computed in the last column.
 */
export function figuresAsCsv(figures: { readonly computedAt: string; readonly [figure: string]: unknown }): string {
  const { computedAt, ...values } = figures;
  const lists = Object.values(values).filter((value) => Array.isArray(value));
  const numbers = Object.entries(values).filter(([, value]) => !Array.isArray(value));
  const tables: Record<string, Cell>[][] =
    lists.length > 0
      ? lists.map((rows: Record<string, Cell>[]) => rows)
      : [numbers.map(([figure, value]) => ({ figure, value: value as Cell }))];
  return tables
    .filter((rows) => rows.length > 0)
    .map((rows) => {
      const columns = Object.keys(rows[0] ?? {});
      const lines = rows.map((row) => csvLine([...columns.map((column) => String(row[column] ?? '')), computedAt]));
      return csvLine([...columns.map(nameOf), 'computed_at']) + lines.join('');
    })
    .join('\r\n');
}

/** soldMbps as sold_mbps, like the columns of the exports. */
const nameOf = (column: string): string => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
