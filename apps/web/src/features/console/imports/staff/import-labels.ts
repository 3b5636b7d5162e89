import type { ColumnReading, ImportKind, ImportRun } from '@portal/contract/console/imports';
import { CircleCheck, CircleX, Clock, FlaskConical, RotateCcw } from 'lucide-react';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

export const kindLabels: Readonly<Record<ImportKind, string>> = {
  customers: 'Customers',
  lines: 'Lines: plan, paid until, network login',
  balances: 'Balances',
  invoices: 'Open invoices',
  payments: 'Earlier payments: for reading only',
  tickets: 'Tickets',
  vouchers: 'Vouchers that nobody has used',
};

/** 'Customers from old-system.csv'. */
export function importTitle({ kind, fileName }: Pick<ImportRun, 'kind' | 'fileName'>): string {
  return `${kindLabels[kind].replace(/:.*/, '')} from ${fileName}`;
}

export const importStates: Record<string, StatusLook> = {
  running: { label: 'Running', kind: 'info', icon: Clock },
  checked: { label: 'Checked only', kind: 'mute', icon: FlaskConical },
  done: { label: 'Imported', kind: 'ok', icon: CircleCheck },
  failed: { label: 'Nothing imported', kind: 'bad', icon: CircleX },
  undone: { label: 'Undone', kind: 'mute', icon: RotateCcw },
};

/** The state of an import in `importStates`. */
export function importState({ status, isDryRun }: Pick<ImportRun, 'status' | 'isDryRun'>): string {
  return status === 'done' && isDryRun ? 'checked' : status;
}

export const readingLabel: Readonly<Record<ColumnReading, string>> = {
  'decimal-point': 'Kobo after a point: 1,250.50',
  'decimal-comma': 'Kobo after a comma: 1.250,50',
  'day-first': 'The day first: 30/11/2026',
  'month-first': 'The month first: 11/30/2026',
};

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What was read, 1250.50 or 2026-11-30, as people say it: ₦1,250.50, 30 November 2026. */
export function readValue(value: string): string {
  const date = /^\d{4}-\d\d-\d\d/.exec(value)?.[0];
  return date ? day.format(new Date(date)) : formatExactNaira(Number(value));
}

const count = new Intl.NumberFormat('en-NG');

/** 1,204 */
export function formatCount(rows: number): string {
  return count.format(rows);
}

/** '1,204 rows: 1,200 imported, 3 rejected, 1 imported before'. */
export function countsLabel({ rows, accepted, rejected, repeated, isDryRun }: ImportRun): string {
  const outcome = isDryRun ? 'would be imported' : 'imported';
  const parts = [
    `${formatCount(accepted)} ${outcome}`,
    `${formatCount(rejected)} rejected`,
    ...(repeated > 0 ? [`${formatCount(repeated)} imported before`] : []),
  ];
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}: ${parts.join(', ')}`;
}
