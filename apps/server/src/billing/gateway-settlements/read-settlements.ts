import { lagosDate, lagosHour, lagosMidnight } from '@portal/kernel/calendar';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { Gateway, ListedSettlement, Settlements } from '../payments/gateways/gateway.port.ts';
import { claimReading, endReading, findReading } from './reading.repository.ts';
import { bookLateItems, recordSettlement } from './record-settlement.ts';
import { findOldestOpen, findSettlementOf } from './settlement.repository.ts';

export const SETTLEMENT_JOB = 'gateway settlements';

/** In Lagos: what was paid out the day before is final then. */
const READ_AT_HOUR = 5;
const DAY_MS = 24 * 3_600_000;
/** Late changes of a state do not move a settlement in the list. */
const LOOK_BACK_MS = 10 * DAY_MS;
const FIRST_LOOK_BACK_MS = 40 * DAY_MS;
/** A settlement that was not paid out for so long is not asked about any more. */
const OPEN_BACK_MS = 60 * DAY_MS;
/** What is in a settlement is read when it is paid, and once more after this time. */
const READ_AGAIN_MS = 3 * DAY_MS;
/** Until another instance may take a reading that has not ended. */
const CLAIM_MS = 30 * 60_000;
const RETRY_MS = 3_600_000;

function nextReading(now: Date): Date {
  const today = lagosHour(now, 0, READ_AT_HOUR);
  return today > now ? today : lagosHour(now, 1, READ_AT_HOUR);
}

async function windowOf({ database }: BillingDependencies, gateway: string, now: Date): Promise<Date> {
  const reading = await findReading(database, gateway);
  if (!reading?.readAt) return new Date(now.getTime() - FIRST_LOOK_BACK_MS);
  const from = reading.readAt.getTime() - LOOK_BACK_MS;
  const open = await findOldestOpen(database, gateway, lagosDate(new Date(now.getTime() - OPEN_BACK_MS)));
  return new Date(open === null ? from : Math.min(from, lagosMidnight(open).getTime()));
}

/** Why it could not be read to its end; null when it was, or the signal came between. */
async function readOne(
  deps: BillingDependencies,
  { id, settlements }: { readonly id: string; readonly settlements: Settlements },
  listed: ListedSettlement,
): Promise<string | null> {
  const known = await findSettlementOf(deps.database, id, listed.settlementId);
  const readAgainAt = new Date(lagosMidnight(listed.settledOn).getTime() + READ_AGAIN_MS);
  const isDue =
    !known?.bookedAt || (known.itemsReadAt !== null && known.itemsReadAt < readAgainAt && readAgainAt <= deps.clock());
  if (listed.status !== 'paid' || !isDue) {
    await recordSettlement(deps, id, listed, null);
    return null;
  }
  const read = await settlements.listItems(listed);
  await recordSettlement(deps, id, listed, read.kind === 'listed' ? read.items : null);
  return read.kind === 'listed' ? null : `settlement ${listed.settlementId}: ${read.reason}`;
}

async function readGateway(
  deps: BillingDependencies,
  gateway: { readonly id: string; readonly settlements: Settlements },
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const list = await gateway.settlements.list(await windowOf(deps, gateway.id, deps.clock()));
  if (list.kind === 'unknown') return list.reason;
  const oldestFirst = list.settlements.toSorted((a, b) => a.settledOn.localeCompare(b.settledOn));
  for (const listed of oldestFirst) {
    if (signal?.aborted) return 'interrupted';
    const failure = await readOne(deps, gateway, listed);
    // It will not answer the next question either, and is asked again in an hour.
    if (failure !== null) return failure;
  }
  while (!signal?.aborted && (await bookLateItems(deps, gateway.id)) > 0);
  return null;
}

async function readWhenDue(
  deps: BillingDependencies,
  { id, name, settlements }: Gateway,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const { database, clock } = deps;
  const now = clock();
  const until = new Date(now.getTime() + CLAIM_MS);
  if (!settlements || !(await claimReading(database, { gateway: id, now, until }))) return null;
  const failure = await readGateway(deps, { id, settlements }, signal);
  if (failure === null) {
    await endReading(database, id, { readAt: now, failedAt: null, failure: null, nextAt: nextReading(now) });
    return null;
  }
  const nextAt = signal?.aborted ? now : new Date(now.getTime() + RETRY_MS);
  if (signal?.aborted) {
    await endReading(database, id, { nextAt });
    return null;
  }
  await endReading(database, id, { failedAt: now, failure: failure.slice(0, 300), nextAt });
  return `${name}: ${failure}`;
}

/**
 * Reads what each gateway paid out, once a night, and books what is new: from ten days before the last
 * reading, or the oldest settlement that is not paid out. What a gateway does not answer is asked again in
 * an hour, from where it was; the others are read all the same. Throws with what failed. Safe on several
 * instances.
 */
export async function readSettlements(deps: BillingDependencies, signal?: AbortSignal): Promise<void> {
  const failures = await Promise.all(deps.gateways.map((gateway) => readWhenDue(deps, gateway, signal)));
  const failed = failures.filter((failure) => failure !== null);
  if (failed.length > 0) throw new Error(`settlements could not be read: ${failed.join('; ')}`);
}
