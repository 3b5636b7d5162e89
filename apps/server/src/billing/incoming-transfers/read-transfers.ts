import { lagosDate, lagosHour } from '@portal/kernel/calendar';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listKnownTransfers } from './incoming-transfer.repository.ts';
import type { Intake, NumbersAt, TransferFacts, TransferFinding } from './intake.port.ts';
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
/** So many questions in a row without an answer: the provider is away, and all others would wait for it. */
const MOST_UNANSWERED = 3;
/** The states of transfers whose money is still here. */
const REVERSIBLE: ReadonlySet<string> = new Set(['settled', 'waiting', 'returning']);

function nextReading(now: Date): Date {
  const today = lagosHour(now, 0, READ_AT_HOUR);
  return today > now ? today : lagosHour(now, 1, READ_AT_HOUR);
}

/** What a provider lists and we do not have, or have in another state. */
async function newOf(deps: BillingDependencies, intake: Intake, listed: readonly TransferFinding[]) {
  const found: TransferFacts[] = [];
  for (let from = 0; from < listed.length; from += AT_ONCE) {
    const some = listed.slice(from, from + AT_ONCE).filter((each) => 'facts' in each);
    const known = await listKnownTransfers(
      deps.database,
      intake.id,
      some.map(({ facts }) => facts.reference),
    );
    const states = new Map(known.map(({ reference, status }) => [reference, status]));
    found.push(
      ...some
        .filter(({ kind, facts }) => {
          const status = states.get(facts.reference);
          return kind === 'received' ? status === undefined : REVERSIBLE.has(status ?? '');
        })
        .map(({ facts }) => facts),
    );
  }
  return found;
}

/** What became of one that is listed: it is asked about again before it is booked. */
async function bookOne(deps: BillingDependencies, intake: Intake, { reference, accountReference }: TransferFacts) {
  try {
    const asked = await intake.confirm(reference, null);
    if (asked.kind === 'unknown') return 'no-answer';
    // A list of one customer's says whose it is, and the answer about one alone need not.
    const finding = 'facts' in asked ? { ...asked, facts: withOwner(asked.facts, accountReference) } : asked;
    return await settleFinding(deps, intake, finding, 'reconciliation');
  } catch (error) {
    deps.log.error({ err: error, provider: intake.id, reference }, 'a listed transfer could not be booked');
    return 'failed';
  }
}

/** `isWhole`: nothing of the list is left to be read again. */
export type ListBooked = { readonly booked: number; readonly isWhole: boolean };

/**
 * Books what a provider lists and no webhook has told us of, of all its numbers or of one customer's. One that
 * cannot be booked keeps no other from its customer. Safe to repeat.
 */
export async function bookListed(
  deps: BillingDependencies,
  intake: Intake,
  wanted: { readonly since: Date; readonly of?: NumbersAt },
  signal?: AbortSignal,
): Promise<ListBooked> {
  const list = await intake.listTransfers(wanted);
  if (list.kind === 'unknown') {
    deps.log.warn({ provider: intake.id, reason: list.reason }, 'the provider gave no list of transfers');
    return { booked: 0, isWhole: false };
  }
  let booked = 0;
  let isWhole = true;
  let unanswered = 0;
  for (const listed of await newOf(deps, intake, list.transfers)) {
    if (signal?.aborted || unanswered === MOST_UNANSWERED) return { booked, isWhole: false };
    const outcome = await bookOne(deps, intake, listed);
    if (outcome === 'settled' || outcome === 'waiting') booked += 1;
    if (outcome === 'no-answer' || outcome === 'failed') isWhole = false;
    unanswered = outcome === 'no-answer' ? unanswered + 1 : 0;
  }
  return { booked, isWhole };
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
  const { booked: found, isWhole } = await bookListed(deps, intake, { since: new Date(since) }, signal);
  if (found > 0) deps.log.warn({ provider, found }, 'transfers found in the provider’s list alone');
  if (!isWhole) {
    await endReading(database, { provider, nextAt: new Date(now.getTime() + RETRY_MS) });
    return;
  }
  await endReading(database, { provider, nextAt: nextReading(now), readUntil: now, day: lagosDate(now), found });
}
