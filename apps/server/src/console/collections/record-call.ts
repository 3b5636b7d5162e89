import type { CallOutcome } from '@portal/contract/console/collections';
import { DAY_MS, lagosDate } from '@portal/kernel/calendar';
import { toKobo } from '@portal/kernel/money';
import { findAccountContact } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { endOne, insertCallBack } from '../call-backs/call-back.repository.ts';
import { storeDispute, storeLastCall } from './claim.repository.ts';
import { isAhead } from './collection.policy.ts';
import { type CallRow, insertCall, lockAccountPhone, storeTicketOfCall } from './collection-call.repository.ts';
import type { Caller, CollectionDependencies } from './collection-dependencies.ts';
import { type Debt, listDebts } from './debt.repository.ts';

type Order = {
  readonly accountId: number;
  readonly caller: Caller;
  readonly outcome: CallOutcome;
  readonly until?: string | undefined;
  readonly nextCallAt?: string | undefined;
  readonly note?: string | undefined;
  readonly clientRequestId: string;
};

/**
 * Makes the promise of each line whose month is owed; a line for which none is possible is passed over
 * where another has one. What no line's promise is about, such as a company's invoice, has a day within
 * the same limit and keeps no line on.
 */
async function promise(
  deps: CollectionDependencies,
  tx: Transaction,
  { accountId, caller, until, debts }: { accountId: number; caller: Caller; until: string; debts: readonly Debt[] },
): Promise<void> {
  if (debts.length === 0) throw new ApiError('promise.nothing-due');
  const days = deps.promiseDaysOf(caller.roles);
  const lineIds = [...new Set(debts.flatMap(({ lineId }) => lineId ?? []))];
  if (lineIds.length === 0) {
    const now = deps.clock();
    const allowed = { from: lagosDate(now), until: lagosDate(new Date(now.getTime() + days * DAY_MS)) };
    if (days === 0) throw new ApiError('promise.not-allowed');
    if (until < allowed.from || until > allowed.until) throw new ApiError('promise.beyond-limit', { allowed });
    return;
  }
  const refusals: ApiError[] = [];
  for (const lineId of lineIds) {
    const promiser = { by: 'staff' as const, days };
    try {
      await deps.promiseWithin(tx, { accountId, lineId, until, promiser, staffId: caller.staffId });
    } catch (error) {
      // It refuses before it writes anything.
      if (!(error instanceof ApiError) || error.code === 'promise.beyond-limit') throw error;
      refusals.push(error);
    }
  }
  if (refusals.length === lineIds.length && refusals[0]) throw refusals[0];
}

async function openDispute(deps: CollectionDependencies, tx: Transaction, call: CallRow, debts: readonly Debt[]) {
  const owed = debts.map(({ invoiceNumber, label }) => [invoiceNumber, label].filter(Boolean).join(', '));
  const { email } = await findAccountContact(tx, call.userId);
  const ticket = await deps.openTicket(tx, {
    customer: { id: call.userId, email },
    subject: 'About what is owed',
    description: [call.note ?? 'Said on the telephone that this is not owed.', ...owed].join('\n'),
    priority: 'medium',
    category: 'billing',
    source: `collection-call:${call.id}`,
  });
  await storeTicketOfCall(tx, call.id, ticket.id);
  await storeDispute(tx, call.userId, ticket.id);
  return ticket.id;
}

async function record(deps: CollectionDependencies, tx: Transaction, order: Order) {
  const { accountId, caller, outcome, clientRequestId, note } = order;
  const { staffId } = caller;
  const now = deps.clock();
  const phone = await lockAccountPhone(tx, accountId);
  if (phone === undefined) throw new ApiError('customer.not-found');
  const debts = await listDebts(tx, accountId, now);
  const until = outcome === 'promised' ? (order.until ?? null) : null;
  const nextCallAt = order.nextCallAt === undefined ? null : new Date(order.nextCallAt);
  const { call, isNew } = await insertCall(tx, {
    userId: accountId,
    staffId,
    outcome,
    calledAt: now,
    owed: toKobo(debts.reduce((total, { owes }) => total + Math.round(owes * 100), 0)),
    promisedDay: until,
    nextCallAt,
    note: note || null,
    clientRequestId,
  });
  if (!isNew) return { call, isNew };
  if (outcome === 'promised' && until === null) throw new ApiError('collection.no-day');
  if (nextCallAt && !isAhead(nextCallAt, now)) throw new ApiError('call-back.not-ahead');
  const last = {
    lastOutcome: outcome,
    lastCallAt: now,
    lastCallBy: staffId,
    promisedDay: until,
    ...(outcome === 'wrong-number' && { wrongPhone: phone }),
  };
  if (!(await storeLastCall(tx, { accountId, staffId, now }, last))) throw new ApiError('collection.taken');
  if (until !== null) await promise(deps, tx, { accountId, caller, until, debts });
  await endOne(tx, { owedBy: accountId }, { by: staffId, at: now });
  if (nextCallAt) {
    await insertCallBack(tx, {
      userId: accountId,
      dueAt: nextCallAt,
      reason: 'owes',
      about: (note ?? '').slice(0, 500),
      madeBy: staffId,
      madeAt: now,
      clientRequestId: `call:${call.id}`,
    });
  }
  const ticketId = outcome === 'disputed' ? await openDispute(deps, tx, call, debts) : null;
  await deps.recordAudit(tx, {
    actorId: staffId,
    action: 'collection.call',
    subject: `customer:${accountId}`,
    before: null,
    after: { call: call.id, outcome, until, nextCallAt: nextCallAt?.toISOString() ?? null, ticket: ticketId },
  });
  return { call, isNew };
}

/**
 * Writes down how a call about what is owed ended, with everything that follows from it, once for each
 * `clientRequestId` of a caller, and gives the account back; returns the id of the call. A promise is made within the limit of
 * the caller's role; a dispute opens a ticket; the telephone of a wrong number counts as wrong for as long
 * as it is the account's; `nextCallAt` replaces the call that was arranged. Audited without the note.
 * Throws ApiError customer.not-found, collection.taken while somebody else works on the account,
 * collection.no-day for a promise without its day, call-back.not-ahead, and the refusals of a promise.
 */
export async function recordCall(deps: CollectionDependencies, order: Order): Promise<string> {
  const { call, isNew } = await runTransaction(deps.database, (tx) => record(deps, tx, order));
  if (isNew) {
    deps.publishLiveUpdate(order.caller.staffId, 'collections');
    if (call.outcome === 'promised') deps.publishLiveUpdate(call.userId, 'subscription');
    if (call.outcome === 'disputed') deps.publishTicketOpened(call.userId);
  }
  return call.id;
}
