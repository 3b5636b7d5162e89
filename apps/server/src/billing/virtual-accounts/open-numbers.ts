import { brand } from '@portal/brand';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { findAccountContact } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { Intake, NumbersOrder, OpenedNumber } from '../incoming-transfers/intake.port.ts';
import {
  claimDueRequests,
  findAccountNumber,
  insertNumbers,
  listProviderIds,
  listRequestsBy,
  moveRequest,
  type RequestRow,
  sharesContact,
} from './virtual-account.repository.ts';

type Identity = NumbersOrder['identity'];

const LEASE_MS = 5 * 60_000;
const BATCH = 20;
const FIRST_GAP_MS = 30_000;
const LONGEST_GAP_MS = 3_600_000;
/** A bank that has opened no number after so long will not do it by itself. */
const GIVE_UP_MS = 24 * 3_600_000;

export const numbersJob = ({ id }: Pick<Intake, 'id'>) => `account numbers of ${id}`;

const gapMs = (attempts: number) => Math.min(FIRST_GAP_MS * 2 ** attempts, LONGEST_GAP_MS);

/** A provider's words, without a number that somebody is known by. */
const withoutIdentity = (words: string) => words.replace(/\d{11}/g, '…').slice(0, 500);

/**
 * Whom the numbers are for, as the provider gets to know them: by their own address where they have a mailbox
 * and it names no other account of theirs, else by one at our support address. A line is a customer of its own
 * there, since a provider has one address for each.
 */
async function describe(queryable: Queryable, request: RequestRow, identity: Identity): Promise<NumbersOrder> {
  const { accountId, lineId, provider, reference, providerReference, bank } = request;
  const { email, firstName, lastName, phone } = await findAccountContact(queryable, accountId);
  const number = await findAccountNumber(queryable, accountId);
  const isOwn = lineId === null && hasMailbox(email) && !(await sharesContact(queryable, accountId, provider));
  const [local, domain] = brand.supportEmail.split('@');
  return {
    reference,
    providerReference,
    bank,
    firstName: firstName || 'Customer',
    lastName: lastName || (number ?? ''),
    email: isOwn ? email : `${local}+${number}${lineId === null ? '' : `-${lineId}`}@${domain}`,
    phone,
    identity,
  };
}

async function store(
  deps: BillingDependencies,
  request: RequestRow,
  numbers: readonly OpenedNumber[],
  providerReference: string | null,
): Promise<void> {
  const now = deps.clock();
  await runTransaction(deps.database, async (tx) => {
    const change = {
      status: 'active',
      nextAttemptAt: null,
      refusal: null,
      ...(providerReference !== null && { providerReference }),
    } as const;
    if (!(await moveRequest(tx, request.id, ['requested', 'needs-identity', 'refused'], change))) return;
    const opened = await insertNumbers(tx, request, numbers, now);
    for (const { accountNumber, bank } of opened) {
      await deps.notify(tx, {
        key: `account-number:${request.id}:${accountNumber}`,
        kind: 'account-number-ready',
        customerId: request.accountId,
        values: { number: accountNumber, bank },
      });
    }
  });
  deps.publishLiveUpdate(request.accountId, 'payments');
}

async function postpone(
  { database, clock }: BillingDependencies,
  { id, attempts }: RequestRow,
  change: { readonly attempts: number; readonly providerReference?: string },
): Promise<void> {
  const nextAttemptAt = new Date(clock().getTime() + gapMs(attempts));
  await moveRequest(database, id, ['requested'], { ...change, nextAttemptAt });
}

async function refuse({ database }: BillingDependencies, { id }: RequestRow, reason: string): Promise<void> {
  const change = { status: 'refused', refusal: withoutIdentity(reason), nextAttemptAt: null } as const;
  await moveRequest(database, id, ['requested'], change);
}

/** Null where the request goes on to be opened. */
async function look(deps: BillingDependencies, intake: Intake, request: RequestRow): Promise<'done' | null> {
  const found = await intake.find(request);
  if (found.kind === 'found') {
    await store(deps, request, found.numbers, null);
    return 'done';
  }
  if (found.kind === 'absent') return null;
  const isOld = deps.clock().getTime() - request.createdAt.getTime() > GIVE_UP_MS;
  if (found.kind === 'in-progress' && isOld) await refuse(deps, request, 'The bank opened no number within a day');
  else await postpone(deps, request, { attempts: request.attempts + 1 });
  return 'done';
}

export type OpenOutcome = 'opened' | 'in-progress' | 'refused' | 'unknown';

/**
 * Has the provider open the numbers of a request that the caller holds, or finds what it opened when its
 * answer was lost. BVN or NIN is passed on and nowhere else.
 */
export async function openNumbersOf(
  deps: BillingDependencies,
  intake: Intake,
  claimed: RequestRow,
  identity: Identity,
): Promise<OpenOutcome> {
  const { database } = deps;
  if (claimed.attempts > 0 && (await look(deps, intake, claimed)) === 'done') return 'in-progress';
  if (intake.asksIdentity && identity === null) {
    await moveRequest(database, claimed.id, ['requested'], { status: 'needs-identity', nextAttemptAt: null });
    return 'unknown';
  }
  const order = await describe(database, claimed, identity);
  let request = claimed;
  if (intake.prepare && request.providerReference === null) {
    const prepared = await intake.prepare(order);
    if (prepared.kind !== 'prepared') {
      if (prepared.kind === 'refused') await refuse(deps, request, prepared.reason);
      else await postpone(deps, request, { attempts: 0 });
      return prepared.kind === 'refused' ? 'refused' : 'unknown';
    }
    const { providerReference } = prepared;
    await moveRequest(database, request.id, ['requested'], { providerReference });
    request = { ...request, providerReference };
  }
  const opening = await intake.open({ ...order, providerReference: request.providerReference });
  switch (opening.kind) {
    case 'opened':
      await store(deps, request, opening.numbers, opening.providerReference);
      return 'opened';
    case 'refused':
      await refuse(deps, request, opening.reason);
      return 'refused';
    case 'in-progress':
    case 'unknown':
      await postpone(deps, request, { attempts: request.attempts + 1 });
      return opening.kind;
    case 'again':
      await postpone(deps, request, { attempts: request.attempts });
      return 'unknown';
  }
}

/** Has a provider close what is to be closed. */
async function closeNumbersOf(deps: BillingDependencies, intake: Intake, request: RequestRow): Promise<void> {
  const { database, clock } = deps;
  const { id, reference, providerReference, bank, attempts } = request;
  const providerIds = await listProviderIds(database, id);
  const outcome = await intake.close({ reference, providerReference, bank, providerIds });
  const nextAttemptAt = new Date(clock().getTime() + gapMs(attempts));
  const change =
    outcome === 'closed'
      ? ({ status: 'closed', nextAttemptAt: null } as const)
      : { attempts: attempts + 1, nextAttemptAt };
  await moveRequest(database, id, ['closing'], change);
}

/** Opens and closes what is due at a provider. On several instances at once, each request on one. */
export async function openNumbers(deps: BillingDependencies, intake: Intake, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const now = deps.clock();
    const leaseEndsAt = new Date(now.getTime() + LEASE_MS);
    const due = await claimDueRequests(deps.database, { provider: intake.id, now, leaseEndsAt, limit: BATCH });
    if (due.length === 0) return;
    for (const request of due) {
      if (request.status === 'closing') await closeNumbersOf(deps, intake, request);
      else await openNumbersOf(deps, intake, request, null);
    }
  }
}

/** A webhook says that the provider has news of numbers: it is asked for them. */
export async function lookForNumbers(
  deps: BillingDependencies,
  intake: Intake,
  providerReference: string,
): Promise<void> {
  for (const request of await listRequestsBy(deps.database, intake.id, providerReference)) {
    await look(deps, intake, request);
  }
}
