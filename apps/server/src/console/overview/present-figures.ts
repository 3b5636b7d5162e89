import { lagosDateTime } from '@portal/kernel/calendar';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';

type Cell = string | number | null;

/** The figures that are moments. */
const MOMENTS: ReadonlySet<string> = new Set(['since', 'busyHourAt', 'computedAt']);

/** A figure in its column; a moment also in the one beside it, on the clock of Lagos. */
const cellsOf = (figure: string, value: Cell | undefined): string[] =>
  MOMENTS.has(figure) ? [String(value ?? ''), value ? lagosDateTime(new Date(value)) : ''] : [String(value ?? '')];

const namesOf = (figure: string): string[] =>
  MOMENTS.has(figure) ? [nameOf(figure), `${nameOf(figure)}_lagos`] : [nameOf(figure)];

/**
 * A group of figures as CSV (RFC 4180): a line for each of its rows, or for each of its numbers,
 * with the time at which they were computed in the last columns.
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
      const columns = [...Object.keys(rows[0] ?? {}), 'computedAt'];
      const lines = rows.map((row) =>
        csvLine(columns.flatMap((column) => cellsOf(column, { ...row, computedAt }[column]))),
      );
      return csvLine(columns.flatMap(namesOf)) + lines.join('');
    })
    .join('\r\n');
}

/** soldMbps as sold_mbps, like the columns of the exports. */
const nameOf = (column: string): string => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
