import type { BulkAction, BulkKind, BulkRow, BulkState } from '@portal/contract/console/bulk-actions';
import { CircleAlert, CircleCheck, CircleDot, CircleX, Clock, UserRoundCheck } from 'lucide-react';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

export const kindNames: Readonly<Record<BulkKind, string>> = {
  'add-tag': 'Add a tag',
  'remove-tag': 'Remove a tag',
  announce: 'Send a notice and mail',
  text: 'Send a text message',
  credit: 'Give credit',
  export: 'Export as CSV',
};

export const bulkStates: Readonly<Record<BulkState, StatusLook>> = {
  'awaiting-approval': { label: 'Waits for approval', kind: 'warn', icon: UserRoundCheck },
  declined: { label: 'Declined', kind: 'bad', icon: CircleX },
  running: { label: 'Under way', kind: 'info', icon: Clock },
  done: { label: 'Done', kind: 'ok', icon: CircleCheck },
  cancelled: { label: 'Cancelled', kind: 'mute', icon: CircleX },
};

export const outcomes: Readonly<Record<BulkRow['outcome'], StatusLook>> = {
  waiting: { label: 'Waiting', kind: 'mute', icon: Clock },
  done: { label: 'Done', kind: 'ok', icon: CircleCheck },
  skipped: { label: 'Left out', kind: 'mute', icon: CircleDot },
  failed: { label: 'Failed', kind: 'bad', icon: CircleAlert },
};

/** For example "1 customer", "9,312 customers". */
export const customersLabel = (count: number): string =>
  `${count.toLocaleString('en-NG')} ${count === 1 ? 'customer' : 'customers'}`;

/** For example 'Add the tag “vip”'. */
export function bulkTitle(action: BulkAction['action']): string {
  switch (action.kind) {
    case 'add-tag':
      return `Add the tag “${action.tag}”`;
    case 'remove-tag':
      return `Remove the tag “${action.tag}”`;
    case 'announce':
      return `Send “${action.title}”`;
    case 'text':
      return 'Send a text message';
    case 'credit':
      return `Give ${formatExactNaira(action.amount)} credit each`;
    case 'export':
      return 'Export customers';
  }
}

/** For example "9,000 of 9,312 done, 12 left out, 300 failed". */
export function progressLabel({ total, done, skipped, failed }: BulkAction): string {
  const number = (count: number) => count.toLocaleString('en-NG');
  return [
    `${number(done)} of ${customersLabel(total)} done`,
    ...(skipped > 0 ? [`${number(skipped)} left out`] : []),
    ...(failed > 0 ? [`${number(failed)} failed`] : []),
  ].join(', ');
}
