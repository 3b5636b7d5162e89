import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { lagosTime } from '../../platform/database/lagos-time.ts';
import type { ColumnKind } from './workbook/sheet-column.policy.ts';

export type ExportColumn = { readonly kind: ColumnKind; readonly value: SQL };

const ofKind =
  (kind: ColumnKind) =>
  (value: SQLWrapper): ExportColumn => ({ kind, value: sql`${value}` });

/** Also numbers that name something: a reference, an account, a telephone. */
export const text = ofKind('text');

/** With two decimals: naira, gigabytes. */
export const amount = ofKind('amount');

/** A count, or bytes. */
export const whole = ofKind('whole');

/** A moment twice: exactly, as ISO 8601 in UTC, and beside it on the clock of Lagos. */
export function times<Name extends string>(
  name: Name,
  moment: { readonly name: string } & SQLWrapper,
): Record<Name | `${Name}_lagos`, ExportColumn> {
  const exact = sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const columns = { [name]: text(exact), [`${name}_lagos`]: ofKind('time')(lagosTime(moment)) };
  return columns as Record<Name | `${Name}_lagos`, ExportColumn>;
}
