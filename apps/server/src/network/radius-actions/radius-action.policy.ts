import type { NasAnswer } from './radius-packet.ts';

/** Delays between attempts; the last one is repeated. */
const PAUSES_S = [10, 30, 60, 300, 900, 1800, 3600];
/** After a day an action is given up: the nightly reconciliation reports the mismatch. */
const GIVE_UP_MS = 24 * 3_600_000;

/**
 * Error-Cause of RFC 5176: the session does not exist, which is what a Disconnect wants; and errors
 * that may be temporary.
 */
const NO_SUCH_SESSION = 503;
const PASSING_CAUSES: ReadonlySet<number> = new Set([505, 506, 507]);

export type Attempt = NasAnswer | 'silent' | { readonly trouble: string };

export type Outcome = {
  readonly state: 'waiting' | 'done' | 'failed';
  readonly answer: string;
  readonly nextAttemptAt: Date | null;
};

function tryAgain(action: { readonly attempts: number; readonly createdAt: Date }, answer: string, now: Date): Outcome {
  const pauseS = PAUSES_S[Math.min(action.attempts, PAUSES_S.length) - 1] ?? 0;
  const isOver = now.getTime() - action.createdAt.getTime() >= GIVE_UP_MS;
  if (isOver) return { state: 'failed', answer, nextAttemptAt: null };
  return { state: 'waiting', answer, nextAttemptAt: new Date(now.getTime() + pauseS * 1000) };
}

/**
 * The outcome of an attempt for its action, in words for staff. A missing answer and temporary
 * errors are retried, from 10 seconds to an hour apart, for a day; a definite NAK is not.
 * `attempts` counts this one.
 */
export function judgeAttempt(
  action: { readonly attempts: number; readonly createdAt: Date },
  attempt: Attempt,
  now: Date,
): Outcome {
  if (attempt === 'silent') return tryAgain(action, 'The access server does not answer.', now);
  if ('trouble' in attempt) return tryAgain(action, attempt.trouble, now);
  if (attempt.isAck) return { state: 'done', answer: 'The access server has done it.', nextAttemptAt: null };
  const cause = attempt.cause === null ? 'without a cause' : `with cause ${attempt.cause}`;
  if (attempt.cause === NO_SUCH_SESSION) {
    return { state: 'done', answer: 'The session had ended already.', nextAttemptAt: null };
  }
  if (attempt.cause !== null && PASSING_CAUSES.has(attempt.cause)) {
    return tryAgain(action, `The access server refused ${cause}.`, now);
  }
  return { state: 'failed', answer: `The access server refused ${cause}.`, nextAttemptAt: null };
}
