import type { Clock } from '@portal/kernel/clock';
import { and, eq, like } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { usageSessions } from '../../platform/database/schema/network/usage.ts';
import { lockLine } from '../access/line.repository.ts';
import type { ServerCounts } from '../access-servers/count-server-minutes.ts';
import type { SessionPacket } from '../accounting/accounting-packet.policy.ts';
import type { StorePacket } from '../accounting/create-packet-store.ts';
import { type ReceivedPacket, recordPacketsWithin } from '../accounting/record-packets.ts';
import { listHistoryOf } from '../addresses/fixed-address.repository.ts';
import { applyLimits } from '../limits/apply-limits.ts';
import { type FriendLine, friends } from './seed-network.ts';

const DAYS = 4;
/** Routers that begin again at night, at 04:10 in Lagos. */
const RECONNECTS_AT = { hours: 3, minutes: 10 } as const;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** After the reconnection: minutes until the line is lost for the first time, then how long it is away and back. */
const FLAPS = {
  after: 930,
  times: [
    [2, 6],
    [3, 4],
    [2, 9],
    [5, 3],
    [2, 5],
    [4, 7],
    [3, 4],
  ],
} as const;

/** By it the sessions of the demo data are known, which go on while the portal runs. */
const PREFIX = 'demo-data-';
const BYTES_PER_SECOND = { download: 40_000, upload: 4000 } as const;
const WRAP = 2 ** 32;

type Span = { readonly from: Date; readonly until: Date; readonly cause: string };

/** The sessions of a line that have ended in the last days, and when the one began that has not. */
function pastOf(kind: FriendLine['kind'], now: Date): { readonly ended: readonly Span[]; readonly openSince: Date } {
  const { hours, minutes } = RECONNECTS_AT;
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hours, minutes);
  const latest = today < now.getTime() ? today : today - DAY_MS;
  const span = (from: number, until: number, cause: string) => ({
    from: new Date(from),
    until: new Date(until),
    cause,
  });
  const ended: Span[] = [];
  for (let day = DAYS; day > 0; day--) {
    let from = latest - day * DAY_MS;
    if (kind === 'flapping' && day === 1) {
      let lost = from + FLAPS.after * MINUTE_MS;
      for (const [away, back] of FLAPS.times) {
        ended.push(span(from, lost, 'Lost-Carrier'));
        from = lost + away * MINUTE_MS;
        lost = from + back * MINUTE_MS;
      }
    }
    ended.push(span(from, latest - (day - 1) * DAY_MS - MINUTE_MS, 'User-Request'));
  }
  return { ended, openSince: new Date(latest) };
}

function counterOf(bytes: number): SessionPacket['download'] {
  return { octets: bytes % WRAP, gigawords: Math.floor(bytes / WRAP) };
}

type DemoSession = Pick<
  SessionPacket,
  'username' | 'nas' | 'sessionId' | 'framedAddress' | 'callingStation' | 'nasPort'
> & { readonly startedAt: Date };

/** What its access server says of a session at a moment; a Stop with its cause, else an interim update. */
function packetOf({ startedAt, ...session }: DemoSession, at: Date, cause: string | null): ReceivedPacket {
  const seconds = Math.max(0, Math.round((at.getTime() - startedAt.getTime()) / 1000));
  const packet: SessionPacket = {
    ...session,
    kind: cause === null ? 'interim' : 'stop',
    sessionKey: `s:${session.nas}|${session.sessionId}|${session.username}`,
    writtenUsername: session.username,
    at,
    sentAt: at,
    isRight: true,
    isFarOff: false,
    clockOffsetMs: 0,
    delegatedPrefix: null,
    framedPrefix: null,
    cause,
    seconds,
    download: counterOf(seconds * BYTES_PER_SECOND.download),
    upload: counterOf(seconds * BYTES_PER_SECOND.upload),
  };
  return { packet, receivedAt: at, sample: '' };
}

/**
 * The last days of the friends' lines, by packets that are counted as any others: sessions that have ended, one
 * that has not, and what is in force for a line whose data are used up. Sends nobody anything.
 */
export async function seedSessions(tx: Transaction, lines: readonly FriendLine[], now: Date): Promise<void> {
  const ended: ReceivedPacket[] = [];
  const open: ReceivedPacket[] = [];
  for (const { lineId, kind } of lines) {
    const line = await lockLine(tx, lineId);
    if (!line) throw new Error(`line ${lineId} of the demo data has no login`);
    const given = await listHistoryOf(tx, lineId);
    const { nas, port: nasPort, mac: callingStation, address } = friends[kind];
    const sessionSince = (startedAt: Date): DemoSession => ({
      username: line.username,
      nas,
      sessionId: `${PREFIX}${lineId}-${startedAt.getTime().toString(36)}`,
      framedAddress: given.find(({ startsAt }) => startsAt <= startedAt)?.address ?? address,
      callingStation,
      nasPort,
      startedAt,
    });
    const past = pastOf(kind, now);
    for (const { from, until, cause } of past.ended) ended.push(packetOf(sessionSince(from), until, cause));
    open.push(packetOf(sessionSince(past.openSince), now, null));
  }
  const publish = async () => {};
  const deps = {
    alerts: {
      origin: '',
      queueEmail: async () => {},
      queueSms: async () => {},
      wantsServiceUpdates: async () => false,
    },
    freeHoursOf: () => null,
    applyLimits: (step: Transaction, order: { readonly lineIds: readonly number[]; readonly now: Date }) =>
      applyLimits({ publish }, step, order),
  };
  await recordPacketsWithin(
    deps,
    tx,
    ended.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime()),
  );
  // Before anybody is online: there is nothing to tell the access servers then.
  await applyLimits({ publish }, tx, { lineIds: lines.map(({ lineId }) => lineId), now });
  await recordPacketsWithin(deps, tx, open);
}

/** The sessions of the demo data that are not over, of lines that are on. */
async function listContinuing(database: Database) {
  return database
    .select({
      username: usageSessions.writtenUsername,
      nas: usageSessions.nas,
      sessionId: usageSessions.sessionId,
      framedAddress: usageSessions.framedAddress,
      callingStation: usageSessions.callingStation,
      nasPort: usageSessions.nasPort,
      startedAt: usageSessions.startedAt,
    })
    .from(usageSessions)
    .innerJoin(networkLines, eq(networkLines.lineId, usageSessions.lineId))
    .where(
      and(
        like(usageSessions.sessionId, `${PREFIX}%`),
        eq(usageSessions.stopped, false),
        eq(networkLines.access, 'open'),
      ),
    );
}

/**
 * Sends the next packet of each session of the demo data, as its access server would, so that its lines are
 * online as long as the portal runs.
 */
export async function continueDemoSessions(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly storePacket: StorePacket;
  readonly countPacket: ServerCounts['packet'];
}): Promise<void> {
  const now = deps.clock();
  const sessions = await listContinuing(deps.database);
  for (const { nas } of sessions) deps.countPacket(nas, now, 0);
  await Promise.all(sessions.map((session) => deps.storePacket(packetOf(session, now, null))));
}
