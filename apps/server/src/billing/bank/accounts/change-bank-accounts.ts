import { lagosDate } from '@portal/kernel/calendar';
import { type Kobo, negateKobo } from '@portal/kernel/money';
import { recordAudit } from '../../../identity/index.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { findBookingTime } from '../../accounting-periods/find-booking-time.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { postEntries } from '../../ledger/ledger.repository.ts';
import { bookedAt } from '../matching/booked-at.policy.ts';
import {
  findBankAccount,
  hasWaitingLines,
  insertBankAccount,
  lockBankAccount,
  retireRow,
} from './bank-account.repository.ts';

type Deps = Pick<BillingDependencies, 'database' | 'clock'>;

/**
 * Adds a bank account and books what it held at the end of a day, once. Audited. Throws bank.future-day for a
 * day that has not ended, bank.account-exists.
 */
export async function addBankAccount(
  { database, clock }: Deps,
  order: {
    readonly staffId: number;
    readonly name: string;
    readonly bank: string;
    readonly accountNumber: string;
    readonly openingKobo: Kobo;
    readonly openingDay: string;
    readonly deductsVat: boolean;
  },
): Promise<number> {
  const { staffId, openingKobo, ...values } = order;
  const now = clock();
  if (order.openingDay >= lagosDate(now)) throw new ApiError('bank.future-day');
  return runTransaction(database, async (tx) => {
    const row = await insertBankAccount(tx, {
      ...values,
      openingBalance: openingKobo,
      createdBy: staffId,
      createdAt: now,
    });
    if (!row) throw new ApiError('bank.account-exists');
    await postEntries(tx, {
      transactionKey: `bank-opening:${row.id}`,
      userId: null,
      paymentId: null,
      entries: [
        { account: `bank:${row.id}`, amountKobo: openingKobo },
        { account: 'opening-balances', amountKobo: negateKobo(openingKobo) },
      ],
      now: await findBookingTime(tx, bookedAt(order.openingDay, now), now),
    });
    await recordAudit(tx, {
      actorId: staffId,
      action: 'bank-account.add',
      subject: `bank-account:${row.id}`,
      before: null,
      after: {
        name: order.name,
        bank: order.bank,
        accountNumber: order.accountNumber,
        openingKobo,
        openingDay: order.openingDay,
      },
    });
    return row.id;
  });
}

/** Retires a bank account whose lines are all matched. Audited. Throws bank.account-not-found, bank.lines-open. */
export async function retireBankAccount(
  { database, clock }: Deps,
  order: { readonly id: number; readonly staffId: number },
): Promise<void> {
  await runTransaction(database, async (tx) => {
    const account = await lockBankAccount(tx, order.id);
    if (!account) throw new ApiError('bank.account-not-found');
    if (await hasWaitingLines(tx, order.id)) throw new ApiError('bank.lines-open');
    if (!(await retireRow(tx, order.id, clock()))) return;
    await recordAudit(tx, {
      actorId: order.staffId,
      action: 'bank-account.retire',
      subject: `bank-account:${order.id}`,
      before: { name: account.name },
      after: null,
    });
  });
}

/** Throws bank.account-not-found. */
export async function requireBankAccount(database: BillingDependencies['database'], id: number) {
  const account = await findBankAccount(database, id);
  if (!account) throw new ApiError('bank.account-not-found');
  return account;
}
