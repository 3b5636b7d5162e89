import type { Transaction } from '../../platform/database/connection.ts';
import { insertActions, listWaitingSessions, type NewAction } from '../radius-actions/radius-action.repository.ts';
import { countSharing } from '../simultaneous-use/shared-login.repository.ts';
import {
  chooseSessions,
  type Device,
  type LoginRules,
  macOf,
  type OpenSession,
} from '../simultaneous-use/simultaneous-use.policy.ts';
import { lockToMac } from '../simultaneous-use/simultaneous-use.repository.ts';
import type { LockedLine } from './line.repository.ts';
import { speedOf } from './sync-access.ts';

type Noticed = { readonly session: OpenSession; readonly action: Pick<NewAction, 'kind' | 'reason'> };

const nameOf = ({ sessionKey, generation }: Pick<OpenSession, 'sessionKey' | 'generation'>) =>
  `${generation} ${sessionKey}`;

/** What the access server knows a session by. */
const waitsAs = ({ nas, sessionId }: Pick<NewAction, 'nas' | 'sessionId'>) => `${sessionId} ${nas}`;

/** A session that has begun, or goes on after it had timed out. */
type ReturningSession = OpenSession & { readonly lineId: number };

export type NoticedSessions = {
  readonly returning: readonly ReturningSession[];
  /** Their lines, locked. */
  readonly lines: ReadonlyMap<number, LockedLine>;
  /** Their open sessions as they were before these packets. */
  readonly openBefore: ReadonlyMap<number, readonly OpenSession[]>;
  /** All sessions of these packets as they are after them. */
  readonly changed: readonly (OpenSession & { readonly lineId: number | null; readonly endedAt: Date | null })[];
};

/** The sessions of a line that are open after these packets. */
function openAfter(lineId: number, { openBefore, changed }: Pick<NoticedSessions, 'openBefore' | 'changed'>) {
  const ofLine = changed.filter((session) => session.lineId === lineId);
  const known = new Set(ofLine.map(nameOf));
  const others = openBefore.get(lineId)?.filter((session) => !known.has(nameOf(session))) ?? [];
  return [...others, ...ofLine.filter(({ endedAt }) => endedAt === null)];
}

const rulesOf = ({ sessionsAtOnce, sessionRule, macLock, lockedMac, macResetAt }: LockedLine): LoginRules => ({
  sessionsAtOnce,
  sessionRule,
  lockedMac: macLock ? lockedMac : null,
  macResetAt,
});

function sharingDevice(session: Device & { readonly lastPacketAt: Date }) {
  const { nas, nasPort: port, lastPacketAt } = session;
  return { mac: macOf(session), nas, port, at: lastPacketAt.toISOString() };
}

/** Which sessions of an open line are ended by its rules; locks the line to its router where its plan does that. */
async function applyLoginRules(
  tx: Transaction,
  line: LockedLine,
  open: readonly OpenSession[],
  now: Date,
): Promise<Noticed[]> {
  const { lineId } = line;
  // Nearly always: nothing is too many, and nothing locked.
  if (open.length < 2 && !line.macLock) return [];
  const { ended, sharing } = chooseSessions(open, rulesOf(line), now);
  if (sharing) await countSharing(tx, { lineId, devices: sharing.map(sharingDevice), now });
  const isEnded = new Set(ended.map(({ session }) => session));
  const staying = open.filter((session) => !isEnded.has(session)).toSorted((a, b) => +b.startedAt - +a.startedAt);
  const mac = line.macLock && line.lockedMac === null && staying[0] ? macOf(staying[0]) : null;
  if (mac !== null) await lockToMac(tx, lineId, mac, now);
  return ended.map(({ session, reason }) => ({ session, action: { kind: 'disconnect', reason } }));
}

/** What a session that has come up is told, for its line alone. */
function noticeOf(session: ReturningSession, line: LockedLine): Noticed | null {
  if (line.access === 'closed') return { session, action: { kind: 'disconnect', reason: 'suspended' } };
  const isOutdated = line.changedAt > session.startedAt;
  return isOutdated ? { session, action: { kind: 'change-speed', reason: 'plan-changed' } } : null;
}

/**
 * Queues what sessions that come up need. A Disconnect on a line that is closed, and a CoA for those that
 * were accepted before the line changed: the sync of the line did not see them, because they had
 * timed out or their first packet was still on its way. On an open line a Disconnect for the sessions beyond the
 * number of its plan, and for routers that it is not locked to. Nothing for a session with a queued action.
 * Part of the transaction that has locked the lines, so that a line that is closed at this moment is
 * closed before, and seen, or after, and sees the session; and so that of two sessions that come up at two
 * instances the later one sees the other.
 */
export async function notifyRestoredService(tx: Transaction, sessions: NoticedSessions, now: Date): Promise<void> {
  const { returning, lines } = sessions;
  const noticed = new Map<string, Noticed & { readonly line: LockedLine }>();
  const note = (line: LockedLine, found: Noticed | null): void => {
    if (found) noticed.set(nameOf(found.session), { ...found, line });
  };
  for (const session of returning) {
    const line = lines.get(session.lineId);
    if (line) note(line, noticeOf(session, line));
  }
  for (const line of lines.values()) {
    const open = line.access === 'open' ? openAfter(line.lineId, sessions) : [];
    for (const found of await applyLoginRules(tx, line, open, now)) note(line, found);
  }
  if (noticed.size === 0) return;
  const waiting = new Set((await listWaitingSessions(tx, [...lines.keys()])).map(waitsAs));
  const actions = [...noticed.values()]
    .filter(({ session }) => !waiting.has(waitsAs(session)))
    .map(({ session: { username, nas, sessionId, framedAddress }, action, line }) => ({
      lineId: line.lineId,
      username,
      nas,
      sessionId,
      framedAddress,
      ...action,
      ...speedOf(line),
    }));
  await insertActions(tx, actions, now);
}
