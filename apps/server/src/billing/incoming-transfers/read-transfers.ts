import { lagosDate, lagosHour } from '@portal/kernel/calendar';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listKnownTransfers } from './incoming-transfer.repository.ts';
import type { Intake, NumbersAt, TransferFinding } from './intake.port.ts';
import { settleFinding } from './settle-finding.ts';
import { claimReading, endReading, findReading } from './transfer-reading.repository.ts';

/** In Lagos: banks report the last transfers of a day in the hours after it. */
const READ_AT_HOUR = 4;
const DAY_MS = 24 * 3_600_000;
/** A provider may learn of a transfer days after it was made. */
const LOOK_BACK_MS = 4 * DAY_MS;
const FIRST_LOOK_BACK_MS = 14 * DAY_MS;
const CLAIM_MS = 30 * 60_000;
const RETRY_MS = 3_600_000;
const AT_ONCE = 500;

function nextReading(now: Date): Date {
  const today = lagosHour(now, 0, READ_AT_HOUR);
  return today > now ? today : lagosHour(now, 1, READ_AT_HOUR);
}

/** What a provider lists and we do not have, or have in another state. */
async function newOf(deps: BillingDependencies, intake: Intake, listed: readonly TransferFinding[]) {
  const found: TransferFinding[] = [];
  for (let from = 0; from < listed.length; from += AT_ONCE) {
    const some = listed.slice(from, from + AT_ONCE).filter((each) => 'facts' in each);
    const known = await listKnownTransfers(
      deps.database,
      intake.id,
      some.map(({ facts }) => facts.reference),
    );
    const states = new Map(known.map(({ reference, status }) => [reference, status]));
    found.push(
      ...some.filter(({ kind, facts }) => {
        const status = states.get(facts.reference);
        return kind === 'received' ? status === undefined : status === 'settled' || status === 'waiting';
      }),
    );
  }
  return found;
}

/**
 * Books what a provider lists and no webhook has told us of, of all its numbers or of one customer's; null
 * where it gave no list. What it lists is asked about again, one by one, before it is booked. Safe to repeat.
 */
export async function bookListed(
  deps: BillingDependencies,
  intake: Intake,
  wanted: { readonly since: Date; readonly of?: NumbersAt },
  signal?: AbortSignal,
): Promise<number | null> {
  const list = await intake.listTransfers(wanted);
  if (list.kind === 'unknown') {
    deps.log.warn({ provider: intake.id, reason: list.reason }, 'the provider gave no list of transfers');
    return null;
  }
  let booked = 0;
  for (const listed of await newOf(deps, intake, list.transfers)) {
    if (signal?.aborted || !('facts' in listed)) return null;
    const { facts } = listed;
    const asked = await intake.confirm(facts.reference, null);
    if (asked.kind === 'unknown') return null;
    // A list of one customer's says whose it is, and the answer about one alone need not.
    const finding = 'facts' in asked ? { ...asked, facts: withOwner(asked.facts, facts.accountReference) } : asked;
    const recorded = await settleFinding(deps, intake, finding, 'reconciliation');
    if (recorded === 'settled' || recorded === 'waiting') booked += 1;
  }
  return booked;
}

const withOwner = <Facts extends { readonly accountReference: string | null }>(facts: Facts, owner: string | null) => ({
  ...facts,
  accountReference: facts.accountReference ?? owner,
});

/**
 * Reads a provider's own list of transfers every night, so that money whose webhooks were all lost comes to
 * its customer by the next morning, and one that was reversed is seen. On one instance at a time.
 */
export async function readTransfers(deps: BillingDependencies, intake: Intake, signal?: AbortSignal): Promise<void> {
  const { database } = deps;
  const now = deps.clock();
  const { id: provider } = intake;
  if (!(await claimReading(database, { provider, now, until: new Date(now.getTime() + CLAIM_MS) }))) return;
  const { readUntil = null } = (await findReading(database, provider)) ?? {};
  const since = readUntil ? readUntil.getTime() - LOOK_BACK_MS : now.getTime() - FIRST_LOOK_BACK_MS;
  const found = await bookListed(deps, intake, { since: new Date(since) }, signal);
  if (found === null) {
    await endReading(database, { provider, nextAt: new Date(now.getTime() + RETRY_MS) });
    return;
  }
  if (found > 0) deps.log.warn({ provider, found }, 'transfers found in the provider’s list alone');
  await endReading(database, { provider, nextAt: nextReading(now), readUntil: now, day: lagosDate(now), found });
}
