import type { Transaction } from '../../platform/database/connection.ts';
import { lockLines } from './line.repository.ts';
import { insertActions, listWaitingSessions, type NewAction } from './radius-action.repository.ts';
import { speedOf } from './sync-access.ts';

type Returning = Pick<NewAction, 'lineId' | 'username' | 'nas' | 'sessionId' | 'framedAddress'> & {
  readonly startedAt: Date;
};

const nameOf = ({ nas, sessionId }: Pick<Returning, 'nas' | 'sessionId'>) => `${sessionId} ${nas}`;

/**
 * Queues a Disconnect for sessions that come up on a line that is closed, and a CoA for those that
 * were accepted before the line changed: the sync of the line did not see them, because they had
 * timed out or their first packet was still on its way. Nothing for a session with a queued action.
 * Locks the lines until the transaction ends, so that a line that is closed at this moment is
 * closed before, and seen, or after, and sees the session.
 */
export async function notifyRestoredService(tx: Transaction, sessions: readonly Returning[], now: Date): Promise<void> {
  const lineIds = [...new Set(sessions.map(({ lineId }) => lineId))];
  const lines = await lockLines(tx, lineIds);
  const outdated = sessions.flatMap((session) => {
    const line = lines.get(session.lineId);
    return line && (line.access === 'closed' || line.changedAt > session.startedAt) ? [{ session, line }] : [];
  });
  if (outdated.length === 0) return;
  const waiting = new Set((await listWaitingSessions(tx, lineIds)).map(nameOf));
  const actions = outdated
    .filter(({ session }) => !waiting.has(nameOf(session)))
    .map(({ session: { startedAt: _startedAt, ...session }, line }) => ({
      ...session,
      ...(line.access === 'closed'
        ? ({ kind: 'disconnect', reason: 'suspended' } as const)
        : ({ kind: 'change-speed', reason: 'plan-changed' } as const)),
      ...speedOf(line),
    }));
  await insertActions(tx, actions, now);
}
