import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import {
  incomingTransfers,
  virtualAccountRequests,
  virtualAccounts,
} from '../../platform/database/schema/billing/virtual-account.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import type { TransferFacts } from './intake.port.ts';
import type { Owner } from './transfer.policy.ts';

export type TransferRow = typeof incomingTransfers.$inferSelect;

/**
 * Whose the number of a transfer is, by our reference of its request, else by the number itself, else by the
 * provider's reference: more than one where several customers have it. Those closed before `watchedSince` are
 * nobody's any more.
 */
export async function findOwners(
  queryable: Queryable,
  provider: string,
  { accountReference, accountNumber }: Pick<TransferFacts, 'accountReference' | 'accountNumber'>,
  watchedSince: Date,
): Promise<Owner[]> {
  const requests = virtualAccountRequests;
  const owner = {
    // What was merged into another account is that one's.
    accountId: sql<number>`coalesce(${accounts.mergedInto}, ${accounts.id})`,
    lineId: requests.lineId,
    isOpen: sql<boolean>`${requests.status} in ('requested', 'needs-identity', 'active', 'refused')`,
  };
  const isWatched = or(isNull(requests.closedAt), gt(requests.closedAt, watchedSince));
  const ofProvider = and(eq(requests.provider, provider), isWatched);
  if (accountReference !== null) {
    const byReference = await queryable
      .select(owner)
      .from(requests)
      .innerJoin(accounts, eq(accounts.id, requests.accountId))
      .where(and(eq(requests.reference, accountReference), ofProvider));
    if (byReference.length > 0) return byReference;
  }
  if (accountNumber !== null) {
    const byNumber = await queryable
      .selectDistinct({
        ...owner,
        isOpen: sql<boolean>`${virtualAccounts.status} <> 'closed'`,
      })
      .from(virtualAccounts)
      .innerJoin(requests, eq(requests.id, virtualAccounts.requestId))
      .innerJoin(accounts, eq(accounts.id, requests.accountId))
      .where(and(eq(virtualAccounts.accountNumber, accountNumber), eq(virtualAccounts.provider, provider), isWatched));
    if (byNumber.length > 0) return byNumber;
  }
  if (accountReference === null) return [];
  return queryable
    .selectDistinct(owner)
    .from(requests)
    .innerJoin(accounts, eq(accounts.id, requests.accountId))
    .where(and(eq(requests.providerReference, accountReference), ofProvider));
}

/** Null where the transfer, or another with the same session of the bank's, was stored before. */
export async function insertTransfer(
  tx: Transaction,
  values: typeof incomingTransfers.$inferInsert,
): Promise<TransferRow | null> {
  const [row] = await tx.insert(incomingTransfers).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export async function findTransfer(
  queryable: Queryable,
  provider: string,
  reference: string,
): Promise<TransferRow | null> {
  const [row] = await queryable
    .select()
    .from(incomingTransfers)
    .where(and(eq(incomingTransfers.provider, provider), eq(incomingTransfers.reference, reference)));
  return row ?? null;
}

export async function findTransferById(queryable: Queryable, id: number): Promise<TransferRow | null> {
  const [row] = await queryable.select().from(incomingTransfers).where(eq(incomingTransfers.id, id));
  return row ?? null;
}

/** Which of a provider's references we have, with their states. */
export async function listKnownTransfers(queryable: Queryable, provider: string, references: readonly string[]) {
  if (references.length === 0) return [];
  return queryable
    .select({ reference: incomingTransfers.reference, status: incomingTransfers.status })
    .from(incomingTransfers)
    .where(and(eq(incomingTransfers.provider, provider), inArray(incomingTransfers.reference, [...references])));
}

/** The one way out of a state: false where somebody was faster. */
export async function moveTransfer(
  tx: Transaction,
  id: number,
  from: readonly TransferRow['status'][],
  change: Partial<typeof incomingTransfers.$inferInsert>,
): Promise<boolean> {
  const moved = await tx
    .update(incomingTransfers)
    .set(change)
    .where(and(eq(incomingTransfers.id, id), inArray(incomingTransfers.status, [...from])))
    .returning({ id: incomingTransfers.id });
  return moved.length === 1;
}

/** The payment that a transfer has become. */
export async function findPaymentOf(queryable: Queryable, paymentId: string) {
  const [row] = await queryable.select().from(payments).where(eq(payments.id, paymentId));
  return row ?? null;
}

/** What staff still have to do something about. */
const OPEN = ['waiting', 'returning'] as const;

export type TransferFilter = {
  /** `open`: waits for staff, or for the second of them. */
  readonly status?: TransferRow['status'] | 'open' | undefined;
  readonly provider?: string | undefined;
  readonly after?: number | undefined;
  readonly id?: number;
  readonly limit: number;
};

/** Newest first, each with whose money it is or may be, and who decided. */
export async function listTransferRows(queryable: Queryable, filter: TransferFilter) {
  const { status, provider, after, id, limit } = filter;
  const older =
    after === undefined
      ? undefined
      : sql`(${incomingTransfers.receivedAt}, ${incomingTransfers.id}) < (select t.received_at, t.id from ${incomingTransfers} t where t.id = ${after})`;
  return queryable
    .select({
      transfer: incomingTransfers,
      payment: { reference: payments.reference, userId: payments.userId },
      decider: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(incomingTransfers)
    .leftJoin(payments, eq(payments.id, incomingTransfers.paymentId))
    .leftJoin(users, eq(users.id, incomingTransfers.decidedBy))
    .where(
      and(
        status === undefined ? undefined : inArray(incomingTransfers.status, status === 'open' ? [...OPEN] : [status]),
        provider === undefined ? undefined : eq(incomingTransfers.provider, provider),
        id === undefined ? undefined : eq(incomingTransfers.id, id),
        older,
      ),
    )
    .orderBy(desc(incomingTransfers.receivedAt), desc(incomingTransfers.id))
    .limit(limit);
}

/** The sum of transfers, in kobo as text, without what is not booked (`isBookable`). */
export const bookableSum = sql<string>`coalesce(sum(${incomingTransfers.amount}) filter (where ${incomingTransfers.reason} not in ('other-currency', 'test-money')), 0)::text`;

/** How many transfers wait for staff, and how much money of ours they are. */
export async function sumWaiting(queryable: Queryable) {
  const [row] = await queryable
    .select({
      count: sql<number>`count(*)::int`,
      amount: bookableSum,
      oldestAt: sql<string | null>`min(${incomingTransfers.receivedAt})`,
    })
    .from(incomingTransfers)
    .where(inArray(incomingTransfers.status, [...OPEN]));
  return row ?? { count: 0, amount: '0', oldestAt: null };
}

/** Accounts by their numbers, their ids, an invoice of theirs. */
export async function listAccountsOf(
  queryable: Queryable,
  wanted: { readonly ids: readonly number[]; readonly numbers: readonly string[] },
) {
  if (wanted.ids.length + wanted.numbers.length === 0) return [];
  return queryable
    .select({
      id: accounts.id,
      accountNumber: accounts.number,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.contactId))
    .where(or(inArray(accounts.id, [...wanted.ids]), inArray(accounts.number, [...wanted.numbers])))
    .orderBy(asc(accounts.id))
    .limit(10);
}

/**
 * Since when no money has come to a provider's numbers: the last transfer, or the first opening; null where
 * fewer than `many` numbers are in use.
 */
export async function findSilence(queryable: Queryable, provider: string, many: number): Promise<Date | null> {
  const used = queryable
    .select({ openedAt: virtualAccounts.openedAt })
    .from(virtualAccounts)
    .where(and(eq(virtualAccounts.provider, provider), eq(virtualAccounts.status, 'active')))
    .limit(many)
    .as('used');
  const [numbers] = await queryable
    .select({ count: sql<number>`count(*)::int`, first: sql<string | null>`min(${used.openedAt})` })
    .from(used);
  if (!numbers?.first || numbers.count < many) return null;
  const [last] = await queryable
    .select({ at: incomingTransfers.receivedAt })
    .from(incomingTransfers)
    .where(eq(incomingTransfers.provider, provider))
    .orderBy(desc(incomingTransfers.receivedAt))
    .limit(1);
  return last?.at ?? new Date(numbers.first);
}
