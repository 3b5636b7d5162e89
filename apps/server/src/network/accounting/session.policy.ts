import { lagosPeriod } from '@portal/kernel/calendar';
import { dayPartOf, type FreeHours } from '../usage/free-hours.policy.ts';
import type { SessionPacket } from './accounting-packet.policy.ts';
import {
  type Counted,
  closeLedger,
  countReading,
  type Growth,
  NOTHING_COUNTED,
  totalOf,
} from './session-count.policy.ts';

/** A session as its packets describe it. Bytes to (`download`) and from (`upload`) the customer. */
export type Session = Pick<
  SessionPacket,
  | 'sessionKey'
  | 'username'
  | 'writtenUsername'
  | 'nas'
  | 'sessionId'
  | 'framedAddress'
  | 'callingStation'
  | 'nasPort'
  | 'delegatedPrefix'
  | 'framedPrefix'
> & {
  readonly generation: number;
  /**
   * Its customer, from the first packet on after the login was assigned; later customers with the
   * login do not inherit it.
   */
  readonly lineId: number | null;
  readonly downloadBytes: number;
  readonly uploadBytes: number;
  readonly seconds: number;
  readonly startedAt: Date;
  /** False while no packet with a right clock has shown when it began. */
  readonly isStartSure: boolean;
  readonly lastEventAt: Date;
  readonly lastPacketAt: Date;
  readonly endedAt: Date | null;
  readonly endCause: string | null;
  /** A Stop has arrived. A session that ended otherwise goes on with its next packet. */
  readonly stopped: boolean;
  readonly counted: Counted;
  /** The first day of the month in which it is stored: that of its first packet. */
  readonly month: string;
};

/**
 * The line of the login, and the most it can carry; its plan, and the month in which its data have reached
 * the limit, null where they have not.
 */
export type Owner = {
  readonly lineId: number;
  readonly downloadMbps: number;
  readonly planId: string | null;
  readonly limitReachedPeriod: string | null;
};

/** Clocks drift and packets are delayed: starts that differ by less are the same start. */
const SAME_START_MS = 180_000;
/** Clocks and ages are in whole seconds. */
const ROUNDED_MS = 2000;
/** Half a minute younger than before: no correction of a clock explains that. */
const YOUNGER_S = 30;

/** A plan's speed is a ceiling for hours, not for every second. */
const BURST = 2;
const FASTEST_MBPS = 10_000;

/** When the session must have begun; null where the packet has no age. */
function beganAt(packet: SessionPacket): Date | null {
  const seconds = packet.seconds ?? (packet.kind === 'start' ? 0 : null);
  // A wrong clock may be corrected meanwhile: our clock and the age are more reliable.
  const at = packet.isRight ? packet.at : packet.sentAt;
  return seconds === null ? null : new Date(at.getTime() - seconds * 1000);
}

/**
 * Whether the packet's session and this one must be different: one was over before the other began,
 * by clocks that were right. Where both began within minutes only an age that has fallen
 * distinguishes them.
 */
function isApart(session: Session, packet: SessionPacket, began: Date): boolean {
  if (!session.isStartSure) return false;
  const { startedAt, lastEventAt } = session;
  const ageS = packet.seconds ?? 0;
  const isOtherStart = Math.abs(began.getTime() - startedAt.getTime()) > SAME_START_MS;
  const isLater = began.getTime() > lastEventAt.getTime() + ROUNDED_MS;
  if (isLater) return isOtherStart || session.seconds >= ageS + YOUNGER_S;
  const isEarlier = packet.at.getTime() < startedAt.getTime() - ROUNDED_MS;
  return isEarlier && (isOtherStart || ageS >= YOUNGER_S);
}

/**
 * The session with this id that the packet belongs to; null for a new one. An access server that
 * has restarted reuses its ids with counters from zero: only right clocks show that, and without
 * them only the Start of a session whose id has ended. In doubt it is the same session: counting
 * less than was used is better than counting it twice.
 */
function findSession(known: readonly Session[], packet: SessionPacket): Session | null {
  const latest = known.at(-1);
  if (!latest) return null;
  const began = beganAt(packet);
  const from = (began ?? packet.sentAt).getTime();
  if (began === null) return known.findLast(({ startedAt }) => startedAt.getTime() <= from + SAME_START_MS) ?? latest;
  const distance = (session: Session) => Math.abs(session.startedAt.getTime() - from);
  const byDistance = known.toSorted((a, b) => distance(a) - distance(b));
  if (packet.isRight) return byDistance.find((session) => !isApart(session, packet, began)) ?? null;
  const nearest = byDistance[0] ?? latest;
  if (distance(nearest) <= SAME_START_MS) return nearest;
  const hasEnded = latest.endedAt !== null && from > latest.endedAt.getTime() + SAME_START_MS;
  return packet.kind === 'start' && hasEnded ? null : nearest;
}

function openSession(packet: SessionPacket, generation: number, receivedAt: Date): Session {
  return {
    sessionKey: packet.sessionKey,
    generation,
    lineId: null,
    username: packet.username,
    writtenUsername: packet.writtenUsername,
    nas: packet.nas,
    sessionId: packet.sessionId,
    framedAddress: packet.framedAddress,
    callingStation: packet.callingStation,
    nasPort: packet.nasPort,
    delegatedPrefix: packet.delegatedPrefix,
    framedPrefix: packet.framedPrefix,
    downloadBytes: 0,
    uploadBytes: 0,
    seconds: 0,
    startedAt: beganAt(packet) ?? packet.at,
    isStartSure: false,
    lastEventAt: packet.at,
    lastPacketAt: receivedAt,
    endedAt: null,
    endCause: null,
    stopped: false,
    counted: NOTHING_COUNTED,
    month: `${lagosPeriod(receivedAt)}-01`,
  };
}

/**
 * A Stop ends it for good, whenever it arrives; a session that had timed out goes on with later
 * events.
 */
function endOf(session: Session, packet: SessionPacket): Pick<Session, 'endedAt' | 'endCause' | 'stopped'> {
  const { endedAt, endCause, stopped } = session;
  if (packet.kind === 'stop' && !stopped)
    return { endedAt: packet.at, endCause: packet.cause ?? 'Stop', stopped: true };
  const goesOn = endedAt !== null && !stopped && packet.at > endedAt;
  return goesOn ? { endedAt: null, endCause: null, stopped: false } : { endedAt, endCause, stopped };
}

/**
 * The clocks of long sessions drift, so the newest time counts; that of a right clock takes
 * precedence.
 */
function startOf(
  session: Session,
  packet: SessionPacket,
  isNewest: boolean,
): Pick<Session, 'startedAt' | 'isStartSure'> {
  const { startedAt, isStartSure } = session;
  const began = beganAt(packet);
  if (began === null || (packet.isRight ? isStartSure && !isNewest : isStartSure || !isNewest))
    return { startedAt, isStartSure };
  return { startedAt: began, isStartSure: packet.isRight };
}

/** The newest packet counts; one without an address takes none away. */
function addressesOf(
  session: Session,
  packet: SessionPacket,
  isNewest: boolean,
): Pick<Session, 'framedAddress' | 'delegatedPrefix' | 'framedPrefix'> {
  const { framedAddress, delegatedPrefix, framedPrefix } = session;
  if (!isNewest) return { framedAddress, delegatedPrefix, framedPrefix };
  return {
    framedAddress: packet.framedAddress ?? framedAddress,
    delegatedPrefix: packet.delegatedPrefix ?? delegatedPrefix,
    framedPrefix: packet.framedPrefix ?? framedPrefix,
  };
}

/**
 * The session after a packet, and what it adds to the days of the session's customer. `isNew`: the
 * session was not known.
 */
export type CountedPacket = { readonly session: Session; readonly growth: Growth; readonly isNew: boolean };

/**
 * Counts one packet. `known` are the sessions that had its id, oldest first. Any number of repeats
 * and any order give the same totals. Usage of a login from before it was assigned counts for no
 * customer.
 */
export function countPacket(
  known: readonly Session[],
  packet: SessionPacket,
  context: { readonly owner: Owner | null; readonly receivedAt: Date; readonly freeHours?: FreeHours | null },
): CountedPacket {
  const { owner, receivedAt, freeHours = null } = context;
  const found = findSession(known, packet);
  const before = found ?? openSession(packet, (known.at(-1)?.generation ?? 0) + 1, receivedAt);
  const isClaimed = found !== null && found.lineId === null && owner !== null;
  const mostBytesPerSecond = ((owner ? owner.downloadMbps * BURST : FASTEST_MBPS) * 1_000_000) / 8;
  const reading = { ...packet, day: dayPartOf(packet.at, freeHours) };
  const { counted, growth } = countReading(
    isClaimed ? closeLedger(before.counted) : before.counted,
    reading,
    mostBytesPerSecond,
  );
  const [downloadBytes, uploadBytes] = totalOf(counted);
  const isNewest = packet.at >= before.lastEventAt;
  const session: Session = {
    ...before,
    ...startOf(before, packet, isNewest),
    ...endOf(before, packet),
    lineId: before.lineId ?? owner?.lineId ?? null,
    ...addressesOf(before, packet, isNewest),
    downloadBytes,
    uploadBytes,
    seconds: Math.max(before.seconds, packet.seconds ?? 0),
    lastEventAt: isNewest ? packet.at : before.lastEventAt,
    lastPacketAt: receivedAt > before.lastPacketAt ? receivedAt : before.lastPacketAt,
    counted,
  };
  return { session, growth, isNew: found === null };
}
