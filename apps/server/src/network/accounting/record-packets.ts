import { lagosPeriod } from '@portal/kernel/calendar';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { monthAfter } from '../../platform/database/partitions/month.policy.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { lockLines } from '../access/line.repository.ts';
import { notifyRestoredService } from '../access/notify-restored-service.ts';
import { linesAcrossTheLimit } from '../limits/limit.policy.ts';
import { dueAlert } from '../usage/alerts/alert.policy.ts';
import { alertCustomer } from '../usage/alerts/alert-customer.ts';
import type { FreeHoursOf } from '../usage/create-free-hours.ts';
import { readDayPart } from '../usage/free-hours.policy.ts';
import { type GrownMonth, type Used, writeUsage } from '../usage/roll-up.repository.ts';
import type { AlertDependencies } from '../usage/usage-dependencies.ts';
import type { AccountingPacket, SessionPacket } from './accounting-packet.policy.ts';
import { setAside } from './rejected-packet.repository.ts';
import { countPacket, type Owner, type Session } from './session.policy.ts';
import { closeSessionsOfNas, lockSessions } from './session.repository.ts';
import type { Growth } from './session-count.policy.ts';

export type RecordPacketsDependencies = {
  readonly database: Database;
  readonly alerts: AlertDependencies;
  readonly freeHoursOf: FreeHoursOf;
  /** Only for lines whose usage has crossed the limit of their month. Part of the transaction. */
  readonly applyLimits: (
    tx: Transaction,
    order: { readonly lineIds: readonly number[]; readonly now: Date },
  ) => Promise<void>;
};

/** A packet with its time of arrival, and an excerpt for staff in case it cannot be counted. */
export type ReceivedPacket = {
  readonly packet: AccountingPacket;
  readonly receivedAt: Date;
  readonly sample: string;
};

type ReceivedSessionPacket = ReceivedPacket & { readonly packet: SessionPacket };

const isOfSession = (received: ReceivedPacket): received is ReceivedSessionPacket => 'sessionKey' in received.packet;

/**
 * Each takes milliseconds, and all packets wait for them. Where thousands reach a share of their data in the same
 * minutes, the others are told with their line's next packet: what they were told of is stored with the month.
 */
const ALERTS_AT_ONCE = 2;

const NOTHING = { downloadBytes: 0, uploadBytes: 0, freeBytes: 0 };

/** Sums up what customers have used by day and by month. */
function createRollUp() {
  const days = new Map<string, Used>();
  const months = new Map<string, Used>();
  const add = (to: Map<string, Used>, more: Used): void => {
    const key = `${more.lineId} ${more.at}`;
    const sum = to.get(key) ?? { ...more, ...NOTHING };
    to.set(key, {
      ...sum,
      downloadBytes: sum.downloadBytes + more.downloadBytes,
      uploadBytes: sum.uploadBytes + more.uploadBytes,
      freeBytes: sum.freeBytes + more.freeBytes,
    });
  };
  return {
    days,
    months,
    /** The current month is always included: its page shows when the last packet arrived. */
    add: (lineId: number, growth: Growth, receivedAt: Date): void => {
      add(months, { lineId, at: lagosPeriod(receivedAt), ...NOTHING });
      for (const [part, [downloadBytes, uploadBytes]] of growth) {
        const { day, isFree } = readDayPart(part);
        const used = isFree
          ? { ...NOTHING, freeBytes: downloadBytes + uploadBytes }
          : { ...NOTHING, downloadBytes, uploadBytes };
        add(days, { lineId, at: day, ...used });
        add(months, { lineId, at: day.slice(0, 7), ...used });
      }
    },
  };
}

/** What the rules of its line look at, with its login as the access server spells it. */
const seen = (session: Session) => ({ ...session, username: session.writtenUsername });

/** Counts the packets in the order of arrival, each on the state after the one before. */
function countAll(
  received: readonly ReceivedSessionPacket[],
  stored: ReadonlyMap<string, readonly Session[]>,
  owners: ReadonlyMap<string, Owner>,
  freeHoursOf: FreeHoursOf,
) {
  const known = new Map<string, Session[]>([...stored].map(([key, sessions]) => [key, [...sessions]]));
  const added = new Set<string>();
  const rollUp = createRollUp();
  const nameOf = ({ sessionKey, generation }: Session) => `${generation} ${sessionKey}`;
  const changed = new Map<string, Session>();
  const wasOpen = new Set(
    [...stored.values()]
      .flat()
      .filter(({ endedAt }) => endedAt === null)
      .map(nameOf),
  );
  for (const { packet, receivedAt } of received) {
    const siblings = known.get(packet.sessionKey) ?? [];
    const owner = owners.get(packet.username) ?? null;
    const { session, growth, isNew } = countPacket(siblings, packet, {
      owner,
      receivedAt,
      freeHours: owner ? freeHoursOf(owner.planId) : null,
    });
    const others = siblings.filter(({ generation }) => generation !== session.generation);
    known.set(
      packet.sessionKey,
      [...others, session].toSorted((a, b) => a.generation - b.generation),
    );
    changed.set(nameOf(session), session);
    if (isNew) added.add(nameOf(session));
    if (session.lineId !== null) rollUp.add(session.lineId, growth, receivedAt);
  }
  const written = [...changed];
  const returning = written.filter(([name, { endedAt }]) => endedAt === null && !wasOpen.has(name));
  return {
    returning: returning.flatMap(([, session]) =>
      session.lineId === null ? [] : [{ ...seen(session), lineId: session.lineId }],
    ),
    added: written.filter(([name]) => added.has(name)).map(([, session]) => session),
    updated: written.filter(([name]) => !added.has(name)).map(([, session]) => session),
    rollUp,
  };
}

type RecordedMonths = { readonly months: readonly GrownMonth[]; readonly owners: ReadonlyMap<string, Owner> };

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

async function recordSessions(
  tx: Transaction,
  received: readonly ReceivedSessionPacket[],
  freeHoursOf: FreeHoursOf,
): Promise<RecordedMonths> {
  const [last] = received.slice(-1);
  if (!last) return { months: [], owners: new Map() };
  const keys = unique(received.map(({ packet }) => packet.sessionKey));
  const usernames = unique(received.map(({ packet }) => packet.username));
  const { stored, owners } = await lockSessions(tx, {
    keys,
    usernames,
    since: `${monthAfter(lagosPeriod(last.receivedAt), -1)}-01`,
  });
  const { added, updated, returning, rollUp } = countAll(received, stored, owners, freeHoursOf);
  const beginning = [...new Set(returning.map(({ lineId }) => lineId))];
  // Before months are added to, as everywhere.
  const lines = beginning.length === 0 ? null : await lockLines(tx, beginning);
  const [days, months] = [[...rollUp.days.values()], [...rollUp.months.values()]];
  const written = await writeUsage(tx, { added, updated, days, months, beginning }, last.receivedAt);
  if (lines) {
    const changed = [...added, ...updated].map(seen);
    await notifyRestoredService(tx, { lines, returning, changed, ...written }, last.receivedAt);
  }
  return { months: written.months, owners };
}

/**
 * Reports access servers with a wrong clock to staff, each once per batch: their packets are
 * counted all the same, by our clock.
 */
async function reportWrongClocks(tx: Transaction, received: readonly ReceivedPacket[]): Promise<void> {
  const wrong = received.flatMap((one) => ('isFarOff' in one.packet && one.packet.isFarOff ? [one] : []));
  const latest = new Map(wrong.map((one) => [one.packet.nas, one]));
  for (const [nas, { sample, receivedAt }] of latest)
    await setAside(tx, { reason: 'wrong-clock', nas, username: '', sample }, receivedAt);
}

/** recordPackets within the caller's transaction. */
export async function recordPacketsWithin(
  deps: Omit<RecordPacketsDependencies, 'database'>,
  tx: Transaction,
  received: readonly ReceivedPacket[],
): Promise<ReadonlySet<number>> {
  const { months, owners } = await recordSessions(tx, received.filter(isOfSession), deps.freeHoursOf);
  for (const { packet, receivedAt, sample } of received) {
    if (packet.kind === 'restart') await closeSessionsOfNas(tx, packet.nas, packet.at);
    if (packet.kind === 'rejected') await setAside(tx, { ...packet, sample }, receivedAt);
  }
  await reportWrongClocks(tx, received);
  const present = new Set(received.map(({ receivedAt }) => lagosPeriod(receivedAt)));
  const presentMonths = months.filter(({ period }) => present.has(period));
  const crossing = linesAcrossTheLimit(presentMonths, owners.values());
  const [last] = received.slice(-1);
  if (last && crossing.length > 0) await deps.applyLimits(tx, { lineIds: crossing, now: last.receivedAt });
  const told = presentMonths.filter((month) => dueAlert(month) !== null).slice(0, ALERTS_AT_ONCE);
  for (const month of told) await alertCustomer(deps.alerts, tx, month);
  return new Set(months.map(({ accountId }) => accountId));
}

/**
 * Stores packets, and what they add to days and months, in one transaction: all or nothing, so that
 * a packet that was not acknowledged can come again. Returns the accounts concerned. Throws
 * PostgreSQL's unique violation when another instance has inserted one of the sessions at the same
 * moment.
 */
export function recordPackets(
  deps: RecordPacketsDependencies,
  received: readonly ReceivedPacket[],
): Promise<ReadonlySet<number>> {
  return runTransaction(deps.database, (tx) => recordPacketsWithin(deps, tx, received));
}
