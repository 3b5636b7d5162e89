import { sql } from 'drizzle-orm';
import { bigserial, index, integer, pgTable, timestamp, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';
import { payments } from './payment.ts';

/**
 * Double entry: the entries of one `transactionKey` add up to zero, debits positive. Accounts:
 * `gateway:<id>` (money at a gateway, a POS provider or, for deposits, at the bank), `till:<id of
 * a member of staff>` (their cash), `bank` (cash that was handed over), `till-differences` (cash
 * that was missing or too much when a till was counted), `adjustments` (credit that staff gave),
 * `credit` (what we owe the customer named by userId), `revenue` (paid periods),
 * `referral-rewards` (the cost of referrals), `refunds` (credit being refunded through a gateway),
 * `chargebacks` (what banks took back of money that had become credit and was spent),
 * `opening-balances` (what customers had or owed in an earlier system), `opening-invoices` (what
 * they owe of it still), `account-merges` (credit on its way between two accounts that become one),
 * `payouts:<gateway>` (what a gateway has paid out, on its way to the bank), `gateway-fees`, `input-vat`
 * (the VAT in them), `stamp-duty`, `suspense` (paid out, and no payment of ours), `bank:<id of a bank account>` (what its
 * statements show and was matched), `bank-charges`, `bank-interest`, `vouchers` (the face value of vouchers
 * that are not used), `agent:<id>` (what an agent owes), `agent-commissions` (what agents keep),
 * `voucher-expiries` (the value of vouchers that nobody used in time).
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    // Identifies the transaction, so that it is posted once: `payment:<reference>`,
    // `reward:<referral id>`, `overpayment:<reference>`, `chargeback:<payment reference>`,
    // `external-refund:<payment reference>:<sum of all parts in kobo>`,
    // `refund:<payment reference>`, `refund-held:<refund reference>`,
    // `refund-returned:<refund reference>`, `reward-reversal:<referral id>`,
    // `adjustment:<id>`, `till-closing:<shift id>`, `till-hand-over:<id>`,
    // `opening-balance:<import id>:<row>`, `opening-invoice:<invoice number>`,
    // `opening-invoice-paid:<invoice number>`, `merge-out:<merge id>`, `merge-in:<merge id>`,
    // `merge-undo-out:<merge id>`, `merge-undo-in:<merge id>`,
    // `settlement:<gateway>:<the vendor's id of the settlement>`, `settlement-item:<id>` for a payment
    // in it that became ours after it was booked, `bank-opening:<bank account>`,
    // `bank-match:<match id>:<line id>`, `bank-match-undo:<match id>:<line id>`,
    // `voucher-sale:<batch>`, `voucher-import:<batch>`, `voucher-return:<batch>`,
    // `voucher-expiry:<batch>:<moment>`, `agent-commission:<payment reference>`,
    // `agent-commission-back:<payment reference>`, `agent-settlement:<id>`.
    transactionKey: varchar('transaction_key', { length: 100 }).notNull(),
    account: varchar('account', { length: 50 }).notNull(),
    userId: integer('user_id').references(() => users.id),
    paymentId: uuid('payment_id').references(() => payments.id),
    amount: koboColumn('amount').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('ledger_entries_once').on(table.transactionKey, table.account),
    index('ledger_entries_credit').on(table.userId).where(sql`${table.account} = 'credit'`),
    index('ledger_entries_rewards').on(table.userId).where(sql`${table.account} = 'referral-rewards'`),
    index('ledger_entries_payment').on(table.paymentId),
    index('ledger_entries_account').on(table.account, table.createdAt),
  ],
);

/**
 * What customers may spend, kept beside the ledger so that a conditional UPDATE can prevent
 * spending it twice; equals minus the sum of their `credit` entries.
 */
export const creditBalances = pgTable('credit_balances', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  balance: koboColumn('balance').notNull().default(sql`0`),
});
