import type { AccessMismatch, RadiusAction } from '@portal/contract/network/access';
import { CircleCheck, CircleX, Clock, RotateCcw, Undo2 } from 'lucide-react';
import { formatMoment } from '../../../../shared/format/date.ts';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

/**
 * The state of an action. One that failed and will be retried is `retrying`; a disconnect that was
 * acknowledged is `acknowledged` until the session's Stop packet arrives.
 */
export const actionStates = {
  waiting: { label: 'Waiting', kind: 'info', icon: Clock },
  retrying: { label: 'Retrying', kind: 'warn', icon: RotateCcw },
  acknowledged: { label: 'Acknowledged', kind: 'info', icon: Clock },
  done: { label: 'Done', kind: 'ok', icon: CircleCheck },
  failed: { label: 'Failed', kind: 'bad', icon: CircleX },
  superseded: { label: 'Overtaken', kind: 'mute', icon: Undo2 },
} as const satisfies Record<string, StatusLook>;

export function statusOf({ kind, state, attempts, answer, sessionOpen }: RadiusAction): keyof typeof actionStates {
  if (state === 'done' && kind === 'disconnect' && sessionOpen) return 'acknowledged';
  return state === 'waiting' && attempts > 0 && answer !== null ? 'retrying' : state;
}

const KINDS: Readonly<Record<RadiusAction['kind'], string>> = {
  disconnect: 'End the session',
  'change-speed': 'Change the speed',
};

const REASONS: Readonly<Record<RadiusAction['reason'], string>> = {
  suspended: 'the line was suspended',
  restored: 'the line is paid again',
  'plan-changed': 'another plan',
  'asked-by-staff': 'requested by staff',
  'limit-reached': 'the data of the month are used up',
  'limit-lifted': 'more data, or a new month',
  'address-changed': 'another fixed address',
  'session-limit': 'too many routers online',
  'mac-lock': 'not the router of the line',
};

/** The action for an access server and its reason: "End the session: the line was suspended". */
export function actionLabel({ kind, reason }: RadiusAction): string {
  return `${KINDS[kind]}: ${REASONS[reason]}`;
}

function attemptsLabel(attempts: number): string {
  if (attempts === 0) return 'Not tried yet';
  return attempts === 1 ? 'Tried once' : `Tried ${attempts} times`;
}

/** How often it was tried, and when it is next. */
export function progressLabel({ attempts, nextAttemptAt, state, updatedAt }: RadiusAction): string {
  const tries = attemptsLabel(attempts);
  if (state !== 'waiting') return `${tries}, last ${formatMoment(updatedAt)}`;
  return nextAttemptAt === null ? tries : `${tries}, next ${formatMoment(nextAttemptAt)}`;
}

/** The groups of access mismatches; those that affect customers most come first. */
export const mismatchKinds: readonly {
  readonly kind: AccessMismatch['kind'];
  readonly title: string;
  readonly advice: string;
}[] = [
  {
    kind: 'paid-but-blocked',
    title: 'Paid but blocked',
    advice:
      'The service is paid, and the network rejects the line or was not updated. Send the access again on the customer’s page.',
  },
  {
    kind: 'unpaid-but-online',
    title: 'Unpaid but online',
    advice:
      'A session is open on a line that should be closed. Send the access again; if it stays open, check the access server.',
  },
  {
    kind: 'unknown-login',
    title: 'Unassigned logins',
    advice: 'A session is open under a login that no line has. Give the right customer’s line this login.',
  },
];

const REJECTIONS: Readonly<Record<string, string>> = {
  'not-json': 'Not readable as JSON',
  'no-attributes': 'No attributes in it',
  'no-status': 'Does not say whether it is a start, an update or a stop',
  'no-session': 'Names no session',
  'impossible-counter': 'Counters that cannot be',
  'not-storable': 'Values that cannot be stored',
  'wrong-clock': 'Counted by our clock: that of the access server is wrong by half a day or more',
};

/**
 * Why a packet could not be counted, or what else is wrong; the code itself where there is no label
 * yet.
 */
export function rejectionLabel(reason: string): string {
  return REJECTIONS[reason] ?? reason;
}
