import type { ImportKind, ImportRun } from '@portal/contract/console/imports';
import { CircleCheck, CircleX, Clock, FlaskConical, RotateCcw } from 'lucide-react';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

export const kindLabels: Readonly<Record<ImportKind, string>> = {
  customers: 'Customers',
  lines: 'Lines: plan, paid until, network login',
  balances: 'Balances',
  invoices: 'Open invoices',
  payments: 'Earlier payments: for reading only',
  tickets: 'Tickets',
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
