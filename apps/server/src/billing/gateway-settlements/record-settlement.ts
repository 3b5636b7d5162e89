import type { FeeVat } from '@portal/contract/billing/gateway-settlements';
import { lagosMidnight } from '@portal/kernel/calendar';
import { addKobo, negateKobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { findBookingTime } from '../accounting-periods/find-booking-time.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { postEntries } from '../ledger/ledger.repository.ts';
import type { ListedSettlement, SettlementItem } from '../payments/gateways/gateway.port.ts';
import { closeCleared, saveFindings } from './finding.repository.ts';
import { lockReading } from './reading.repository.ts';
import { bookedAt, type FoundFact, judgeSettlement } from './settlement.policy.ts';
import {
  findEarlierAccount,
  findReturned,
  findSettlementOf,
  insertItems,
  listKnownPayments,
  markBooked,
  nameItem,
  type SettlementRow,
  saveSettlement,
  sumPayments,
  takeLateItems,
  updateSettlement,
} from './settlement.repository.ts';
import { settlementEntries } from './settlement-entries.ts';

const LATE_AT_ONCE = 200;
/** How long before a settlement a payment was opened whose refund or chargeback it takes off. */
const RETURNED_BACK_MS = 180 * 24 * 3_600_000;

type Recorded = Pick<BillingDependencies, 'database' | 'clock' | 'vatRate'>;

/** What a gateway says: `items` is null where what is in it was not read. */
export type SaidSettlement = {
  readonly gateway: string;
  readonly listed: ListedSettlement;
  readonly items: readonly SettlementItem[] | null;
};

function rowOf(gateway: string, listed: ListedSettlement, now: Date) {
  const { deductions } = listed;
  return {
    gateway,
    settlementId: listed.settlementId,
    status: listed.status,
    paidToAccount: listed.paidToAccount,
    paidToBank: listed.paidToBank,
    gross: listed.grossKobo,
    fees: listed.feesKobo,
    stampDuty: listed.stampDutyKobo,
    net: listed.netKobo,
    settledOn: listed.settledOn,
    bankReference: listed.bankReference,
    readAt: now,
    createdAt: now,
    ...(deductions.kind === 'named'
      ? { refunds: deductions.refundsKobo, chargebacks: deductions.chargebacksKobo }
      : { refunds: deductions.sumKobo }),
  };
}

/** A booked settlement is never booked otherwise: what the gateway says of it now is a finding. */
function changesOf(booked: SettlementRow, listed: ListedSettlement): FoundFact[] {
  const { gross, net, status } = booked;
  if (gross === listed.grossKobo && net === listed.netKobo && status === listed.status) return [];
  const now = { gross: listed.grossKobo, net: listed.netKobo, status: listed.status };
  return [{ kind: 'figures-changed', subject: '', details: { ...now, bookedGross: gross, bookedNet: net } }];
}

async function recheck(
  tx: Transaction,
  booked: SettlementRow,
  {
    listed,
    items,
    now,
  }: { readonly listed: ListedSettlement; readonly items: readonly SettlementItem[] | null; readonly now: Date },
): Promise<void> {
  const findings = changesOf(booked, listed);
  if (items) {
    const payments = items.filter(({ kind }) => kind === 'payment');
    const amount = payments.reduce((sum, { amountKobo }) => addKobo(sum, amountKobo), toKobo(0));
    const before = await sumPayments(tx, booked.id);
    if (before.count !== payments.length || before.amountKobo !== amount) {
      const details = { amount, payments: String(payments.length), bookedAmount: before.amountKobo };
      findings.push({ kind: 'figures-changed', subject: 'payments', details });
    }
  }
  await saveFindings(tx, booked.id, findings, now);
  await updateSettlement(tx, booked.id, { readAt: now, ...(items && { itemsReadAt: now }) });
}

/**
 * What a settlement says that it took off without naming the payment, as items of our payments: where
 * exactly one payment of that sum went back and was not taken off before.
 */
async function guessReturned(
  tx: Transaction,
  gateway: string,
  listed: ListedSettlement,
  items: readonly SettlementItem[],
): Promise<SettlementItem[]> {
  const named = (kind: string) =>
    items.reduce((sum, item) => (item.kind === kind ? addKobo(sum, item.amountKobo) : sum), toKobo(0));
  const { deductions } = listed;
  const rest = (sum: ReturnType<typeof toKobo>, ...kinds: string[]) =>
    addKobo(sum, ...kinds.map((kind) => negateKobo(named(kind))));
  const missing =
    deductions.kind === 'named'
      ? ([
          ['refund', 'refunded', rest(deductions.refundsKobo, 'refund')],
          ['chargeback', 'disputed', rest(deductions.chargebacksKobo, 'chargeback')],
        ] as const)
      : ([
          ['refund', 'refunded', rest(deductions.sumKobo, 'refund', 'chargeback')],
          ['chargeback', 'disputed', rest(deductions.sumKobo, 'refund', 'chargeback')],
        ] as const);
  const since = new Date(lagosMidnight(listed.settledOn).getTime() - RETURNED_BACK_MS);
  const guessed: SettlementItem[] = [];
  for (const [kind, status, amount] of missing) {
    if (amount <= 0 || (deductions.kind === 'sum' && guessed.length > 0)) continue;
    const payment = await findReturned(tx, { gateway, status, amount, since });
    if (!payment) continue;
    const { reference, gatewayReference: transaction } = payment;
    guessed.push({ kind, reference, transaction, vendorReference: reference, amountKobo: amount, feeKobo: toKobo(0) });
  }
  return guessed;
}

/** What is to be said of a settlement itself: where it was paid to, and whether at all. */
async function stateFindings(tx: Transaction, row: SettlementRow, listed: ListedSettlement): Promise<FoundFact[]> {
  const findings: FoundFact[] = [];
  if (listed.status === 'failed' || listed.status === 'flagged') {
    findings.push({ kind: 'not-paid-out', subject: '', details: { status: listed.status, message: listed.message } });
  }
  if (!listed.reachesBank) findings.push({ kind: 'not-to-bank', subject: '', details: { amount: listed.netKobo } });
  const earlier = listed.paidToAccount === null ? null : await findEarlierAccount(tx, row);
  const isOther =
    earlier && (earlier.account !== row.paidToAccount || (earlier.bank ?? row.paidToBank) !== row.paidToBank);
  if (isOther) {
    const before = [earlier.account, earlier.bank].filter(Boolean).join(' ');
    const now = [row.paidToAccount, row.paidToBank].filter(Boolean).join(' ');
    findings.push({ kind: 'account-changed', subject: '', details: { before, now } });
  }
  return findings;
}

async function book(
  deps: Pick<Recorded, 'vatRate'>,
  tx: Transaction,
  row: SettlementRow,
  {
    listed,
    items,
    feeVat,
    now,
  }: { listed: ListedSettlement; items: readonly SettlementItem[]; feeVat: FeeVat; now: Date },
): Promise<void> {
  const { gateway, settlementId } = row;
  const all = [...items, ...(await guessReturned(tx, gateway, listed, items))];
  const known = await listKnownPayments(tx, {
    gateway,
    references: all.flatMap(({ reference }) => (reference === null ? [] : [reference])),
    transactions: all.flatMap(({ transaction }) => (transaction === null ? [] : [transaction])),
  });
  const at = await findBookingTime(tx, bookedAt(listed.settledOn, now), now);
  const judged = judgeSettlement(listed, all, known, { feeVat, rate: deps.vatRate(at) });
  const payments = judged.items.filter(({ kind }) => kind === 'payment').length;
  if (!(await markBooked(tx, row.id, { ...judged.sums, payments, bookedAt: now, itemsReadAt: now }))) return;
  await insertItems(tx, row.id, judged.items);
  await postEntries(tx, {
    transactionKey: `settlement:${gateway}:${settlementId}`,
    userId: null,
    paymentId: null,
    entries: settlementEntries(listed, gateway, judged),
    now: at,
  });
  await saveFindings(tx, row.id, judged.findings, now);
  const taken = judged.items.filter(({ kind, paymentId }) => kind !== 'payment' && paymentId !== null);
  const subjects = taken.map(({ reference }) => reference);
  await closeCleared(tx, { kinds: ['refund-not-taken'], subjects, reason: 'Taken off since', now });
}

/** In the caller’s transaction; see recordSettlement. */
export async function recordWithin(
  deps: Pick<Recorded, 'clock' | 'vatRate'>,
  tx: Transaction,
  { gateway, listed, items }: SaidSettlement,
): Promise<void> {
  const now = deps.clock();
  const feeVat = await lockReading(tx, gateway);
  const earlier = await findSettlementOf(tx, gateway, listed.settlementId);
  if (earlier?.bookedAt) return recheck(tx, earlier, { listed, items, now });
  const row = await saveSettlement(tx, rowOf(gateway, listed, now));
  await saveFindings(tx, row.id, await stateFindings(tx, row, listed), now);
  if (listed.status === 'paid' || listed.status === 'pending') {
    const cleared = { settlement: row.id, kinds: ['not-paid-out'], subjects: [''], reason: 'Paid out since' } as const;
    await closeCleared(tx, { ...cleared, now });
  }
  if (listed.status === 'paid' && items) await book(deps, tx, row, { listed, items, feeVat, now });
}

/**
 * Stores a settlement as its gateway lists it, and books it once when it is paid and `items` has what is in
 * it (null: not read). What does not agree is stored as findings, and nothing is made to agree. In one
 * transaction; safe to repeat, and from several instances at once.
 */
export async function recordSettlement(
  deps: Recorded,
  gateway: string,
  listed: ListedSettlement,
  items: readonly SettlementItem[] | null,
): Promise<void> {
  await runTransaction(deps.database, (tx) => recordWithin(deps, tx, { gateway, listed, items }));
}

/**
 * Takes the payments in booked settlements that our ledger had not then, and has since, out of suspense:
 * each once. Returns how many.
 */
export async function bookLateItems(deps: Recorded, gateway: string): Promise<number> {
  return runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    await lockReading(tx, gateway);
    const late = await takeLateItems(tx, gateway, LATE_AT_ONCE);
    const once = [...new Map(late.map((item) => [item.paymentId, item])).values()];
    for (const item of once) {
      if (!(await nameItem(tx, item))) continue;
      await postEntries(tx, {
        transactionKey: `settlement-item:${item.id}`,
        userId: null,
        paymentId: null,
        entries: [
          { account: 'suspense', amountKobo: item.oursKobo },
          { account: `gateway:${gateway}`, amountKobo: negateKobo(item.oursKobo) },
        ],
        now,
      });
      const subjects = [item.reference];
      const kinds = ['not-ours', 'unpaid-payment'] as const;
      await closeCleared(tx, { settlement: item.settlement, kinds, subjects, reason: 'Booked since', now });
    }
    return once.length;
  });
}
