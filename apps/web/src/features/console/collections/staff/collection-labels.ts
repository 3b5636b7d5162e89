import type {
  CallOutcome,
  CollectionAge,
  CollectionRow,
  CollectionState,
  CollectionView,
} from '@portal/contract/console/collections';
import { CircleSlash, Clock, type LucideIcon, PhoneMissed } from 'lucide-react';
import type { BadgeKind } from '../../../../shared/ui/feedback/badge.tsx';
import { PROMISE_STATES } from '../../../billing/payment-promises/staff/promise-states.ts';

export const outcomeNames: Readonly<Record<string, string>> = {
  promised: 'Promised',
  'says-paid': 'Says it is paid',
  'no-answer': 'No answer',
  'call-later': 'Call later',
  disputed: 'Disputes it',
  'wrong-number': 'Wrong number',
} satisfies Record<CallOutcome, string>;

export const ageNames: Readonly<Record<CollectionAge, string>> = {
  'not-off': 'Not yet off',
  '1-7': '1 to 7 days',
  '8-30': '8 to 30 days',
  '31-60': '31 to 60 days',
  'over-60': 'Over 60 days',
};

export const viewNames: Readonly<Record<CollectionView, string>> = {
  'to-call': 'To call today',
  'call-now': 'Call back now',
  'call-later': 'Call later',
  called: 'Called today',
  promised: 'Promise runs',
  broken: 'Promise broken',
  disputed: 'Disputed',
  'wrong-number': 'Wrong number',
  mine: 'Taken by me',
};

/** What stands beside an account instead of its last promise, where that says more. */
const STATES: Partial<Readonly<Record<CollectionState, { label: string; kind: BadgeKind; icon: LucideIcon }>>> = {
  'call-now': { label: 'Call back now', kind: 'warn', icon: Clock },
  'wrong-number': { label: 'Wrong number', kind: 'mute', icon: PhoneMissed },
  disputed: { label: 'Disputed', kind: 'mute', icon: CircleSlash },
};

const NO_PROMISE = { label: 'No promise', kind: 'mute', icon: undefined } as const;

export function badgeOf({ state, lastPromise }: CollectionRow) {
  return STATES[state] ?? (lastPromise ? PROMISE_STATES[lastPromise.state] : NO_PROMISE);
}

/** "today", "1 day", "34 days". */
export function daysText(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? '1 day' : `${days} days`;
}
