import { lagosDate, lagosDay, lagosPeriod } from '@portal/kernel/calendar';
import { BYTES_PER_GB } from '@portal/kernel/data-size';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { customerAreas, serviceAreas } from '../../platform/database/schema/network/outage.ts';
import { usageDays } from '../../platform/database/schema/network/usage.ts';
import { syncAccess } from '../access/sync-access.ts';
import { insertServer } from '../access-servers/access-server.repository.ts';
import { ensureArea, saveLineArea } from '../areas/service-area.repository.ts';
import { recordAllowance } from '../usage/record-allowance.ts';
import { findBuiltIn } from '../vendor-profiles/vendor-profile.repository.ts';

/** The access server of the demo customer's line; the addresses are of a range for documentation. */
export const DEMO_NAS = '192.0.2.1';
const WUSE_NAS = '192.0.2.2';
const DEMO_AREA = 'Garki, Abuja';
const WUSE_AREA = 'Wuse, Abuja';
const DEMO_SERVERS = [
  { name: 'bng-garki-1', address: DEMO_NAS, builtIn: 'mikrotik', area: DEMO_AREA },
  { name: 'bng-wuse-1', address: WUSE_NAS, builtIn: 'huawei', area: WUSE_AREA },
] as const;

/** The login of the demo customer's line; the traffic simulator uses it. */
export const DEMO_LOGIN = 'demo@fibre';
const DEMO_MBPS = 100;

/**
 * More at the end of the week; the pattern repeats, so that the same day looks the same at every
 * start.
 */
const WEIGHTS = [8, 9, 7, 10, 14, 17, 12, 6, 11, 9, 13] as const;
const DOWNLOAD_SHARE = 0.88;

/** The demo customer's line, open as their plan has it, and its area. Safe to repeat. */
export async function seedLine(database: Queryable, lineId: number, now: Date): Promise<void> {
  const line = { lineId, username: DEMO_LOGIN, access: 'open', downloadMbps: DEMO_MBPS, changedAt: now } as const;
  await database.insert(networkLines).values(line).onConflictDoNothing();
  await database.insert(serviceAreas).values({ name: DEMO_AREA, createdAt: now }).onConflictDoNothing();
  await database.insert(customerAreas).values({ lineId, area: DEMO_AREA, changedAt: now }).onConflictDoNothing();
}

/**
 * Distributes a month's gigabytes over its days, up to and including the day of `until` where that
 * is in the month. Safe to repeat.
 */
export async function seedUsageDays(
  database: Queryable,
  month: { readonly lineId: number; readonly period: string; readonly usedGb: number; readonly until: Date },
): Promise<void> {
  const { lineId, period, usedGb, until } = month;
  const [year = 0, number = 0] = period.split('-').map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const count = lagosPeriod(until) === period ? lagosDay(until).day : length;
  const weightOf = (day: number) => WEIGHTS[day % WEIGHTS.length] ?? 1;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const whole = numbers.reduce((sum, day) => sum + weightOf(day), 0);
  const bytes = Math.round(usedGb * BYTES_PER_GB);
  let before = 0;
  const rows = numbers.map((day) => {
    const share = numbers.slice(0, day).reduce((sum, number) => sum + weightOf(number), 0) / whole;
    const used = Math.round(bytes * share) - before;
    before += used;
    const downloadBytes = Math.round(used * DOWNLOAD_SHARE);
    const date = lagosDate(new Date(Date.UTC(year, number - 1, day, 12)));
    return { lineId, day: date, downloadBytes, uploadBytes: used - downloadBytes };
  });
  await database.insert(usageDays).values(rows).onConflictDoNothing();
}

/** Two access servers, that of the demo customer among them. Safe to repeat. */
export async function seedAccessServers(
  database: Queryable,
  { encrypt, secret, now }: { readonly encrypt: (text: string) => string; readonly secret: string; readonly now: Date },
): Promise<void> {
  for (const { name, address, builtIn, area } of DEMO_SERVERS) {
    const profile = await findBuiltIn(database, builtIn);
    if (!profile) throw new Error(`the vendor profile ${builtIn} is missing`);
    const facts = { name, address, profileId: profile.id, area, coaPort: 3799 };
    await insertServer(database, { ...facts, encryptedSecret: encrypt(secret) }, now);
  }
}

/** How the demo data's other lines are online: MAC addresses, too, are of a range for documentation. */
export const friends = {
  /** Lost its session again and again on the evening of the day before. */
  flapping: { nas: DEMO_NAS, port: 'pppoe-garki-14', mac: '00:00:5E:00:53:14', address: '203.0.113.14' },
  /** Has a fixed address. */
  fixed: { nas: DEMO_NAS, port: 'pppoe-garki-22', mac: '00:00:5E:00:53:22', address: '203.0.113.22' },
  /** Has used up the data of the month. */
  limited: { nas: WUSE_NAS, port: 'slot=0;subslot=1;port=3', mac: '00:00:5E:00:53:31', address: '203.0.113.31' },
} as const;

export type FriendLine = { readonly lineId: number; readonly kind: keyof typeof friends };

/** The line of a friend of the demo customer, who has paid since `joinedAt`, with its area. */
export async function seedFriendLine(
  tx: Transaction,
  { lineId, kind, joinedAt }: FriendLine & { readonly joinedAt: Date },
): Promise<void> {
  await syncAccess({ recordAllowance, publish: async () => {} }, tx, { lineId, now: joinedAt });
  const area = friends[kind].nas === WUSE_NAS ? WUSE_AREA : DEMO_AREA;
  await saveLineArea(tx, lineId, await ensureArea(tx, area, joinedAt), joinedAt);
}
