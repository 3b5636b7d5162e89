import type { LinkDelivery, SignInAttempt, SignInHelp, SignInOutcome } from '@portal/contract/identity/sign-in-help';
import { CircleCheck, Fingerprint, KeyRound, Lock, type LucideIcon, Smartphone, UserX } from 'lucide-react';
import type { BadgeKind } from '../../../../shared/ui/feedback/badge.tsx';

/** What staff can do about a failed sign-in. */
export type Remedy = 'link' | 'lift' | 'app';

/** Sign-ins of one device that ended the same way, one after the other; `attempt` is the newest. */
export type SignInRow = { readonly attempt: SignInAttempt; readonly times: number; readonly remedy: Remedy | null };

type Stopped = { readonly word: string; readonly kind: BadgeKind; readonly icon: LucideIcon };
type Look = { readonly title: string; readonly stopped: Stopped; readonly remedy: Remedy | null };

const PASSWORD: Stopped = { word: 'Password', kind: 'bad', icon: KeyRound };
const SECOND_STEP: Stopped = { word: 'Second step', kind: 'bad', icon: Smartphone };
const SHUT: Stopped = { word: 'Shut', kind: 'warn', icon: Lock };

export const OUTCOMES: Readonly<Record<SignInOutcome, Look>> = {
  'signed-in': { title: 'Signed in', stopped: { word: 'In', kind: 'ok', icon: CircleCheck }, remedy: null },
  'awaits-code': { title: 'Right password, no code yet', stopped: { ...SECOND_STEP, kind: 'warn' }, remedy: 'app' },
  'wrong-password': { title: 'Wrong password', stopped: PASSWORD, remedy: 'link' },
  unverified: {
    title: 'Wrong password, nothing verified',
    stopped: { ...PASSWORD, word: 'Never confirmed' },
    remedy: 'link',
  },
  throttled: { title: 'Too many tries', stopped: SHUT, remedy: 'lift' },
  'wrong-code': { title: 'Wrong code from the app', stopped: SECOND_STEP, remedy: 'app' },
  'code-throttled': { title: 'Too many wrong codes', stopped: SHUT, remedy: 'lift' },
  disabled: { title: 'Account disabled', stopped: { word: 'Disabled', kind: 'bad', icon: UserX }, remedy: null },
  'passkey-refused': {
    title: 'Passkey not accepted',
    stopped: { word: 'Passkey', kind: 'bad', icon: Fingerprint },
    remedy: 'link',
  },
  'directory-refused': {
    title: 'The directory did not let them in',
    stopped: { word: 'Directory', kind: 'bad', icon: UserX },
    remedy: null,
  },
};

export const DELIVERIES: Readonly<Record<LinkDelivery, string>> = {
  waiting: 'on its way',
  sent: 'taken by the next server, no report yet',
  arrived: 'arrived',
  failed: 'did not arrive',
};

function isAlike(one: SignInAttempt, other: SignInAttempt): boolean {
  return (
    one.outcome === other.outcome &&
    one.way === other.way &&
    one.device === other.device &&
    one.address === other.address
  );
}

/** Nothing to send a link for, lift or take away. */
function isOffered(remedy: Remedy | null, help: SignInHelp): boolean {
  if (help.isStaff) return false;
  if (remedy === 'link') return !help.disabled;
  return remedy === 'app' ? help.hasApp : remedy === 'lift';
}

/**
 * The rows of the list, the newest first, each remedy at the newest row that it helps. What came before the last
 * sign-in that opened the account needs none.
 */
export function signInRows(help: SignInHelp): SignInRow[] {
  const rows: { attempt: SignInAttempt; times: number; remedy: Remedy | null }[] = [];
  const offered = new Set<Remedy>();
  let isSolved = false;
  for (const attempt of help.attempts) {
    const last = rows.at(-1);
    if (last && isAlike(last.attempt, attempt)) {
      last.times++;
      continue;
    }
    isSolved ||= attempt.outcome === 'signed-in';
    const { remedy } = OUTCOMES[attempt.outcome];
    const isNew = remedy !== null && !isSolved && !offered.has(remedy) && isOffered(remedy, help);
    if (isNew) offered.add(remedy);
    rows.push({ attempt, times: 1, remedy: isNew ? remedy : null });
  }
  return rows;
}

/** Until when nobody gets in from a new device, or with a code; null while neither is so. */
export function shutUntil({ newDevicesWaitUntil, codesWaitUntil, attempts }: SignInHelp): string | null {
  const untils = [newDevicesWaitUntil, codesWaitUntil, ...attempts.map(({ waitsUntil }) => waitsUntil)];
  return untils.reduce(
    (latest, until) => (until !== null && (latest === null || until > latest) ? until : latest),
    null,
  );
}
