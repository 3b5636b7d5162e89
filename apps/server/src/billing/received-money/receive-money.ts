import { type Kobo, minKobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findBillAddress } from '../companies/bill-address.ts';
import { payingOnly, priceInvoices, pricingOnly } from '../companies/company-invoice.product.ts';
import { withholdTax } from '../companies/withholding-tax/withhold-tax.ts';
import { queueUp } from '../credit/pay-with-credit.ts';
import { priceCredit } from '../credit/price-credit.ts';
import { type CompanyRow, lockCompany } from '../invoices/company-billing.repository.ts';
import {
  appendEvent,
  decidePayment,
  type EventDetails,
  type EventSource,
  insertPayment,
  type PaymentRow,
} from '../payments/payment.repository.ts';
import type { Priced } from '../payments/product.port.ts';
import { creditReceived, fulfilPayment } from '../payments/settlement/fulfil-payment.ts';
import { snapshotOf } from '../pricing/quote-payment.ts';
import { type Due, type DueOf, listDue } from './list-due.ts';
import { payFromCredit, priceDue } from './pay-due.ts';

/** Money that is there already: no gateway has to confirm it any more. */
export type ReceivedMoney = DueOf & {
  readonly amountKobo: Kobo;
  /** Where it is: a gateway, a method of the counter, `voucher` or `agent`. */
  readonly gateway: string;
  /** The member of staff whose till has it; null where no till has. */
  readonly tillId: number | null;
  /** The agent who took it and owes it since; none where it is left out. */
  readonly agentId?: number;
  /** Where the receipt goes; a company's goes to whom its bills go. */
  readonly email: string;
  /** The number under which whoever holds the money knows it. */
  readonly gatewayReference: string | null;
  readonly channel: string | null;
  /** Who paid, as far as they said. */
  readonly payerName: string | null;
  /** Tax that a company withheld, and who recorded it. */
  readonly withheld: { readonly amountKobo: Kobo; readonly staffId: number } | null;
  /** The invoice of a company that the money is for, where it is owed exactly this sum. */
  readonly invoiceNumber: string | null;
  readonly source: EventSource;
  /** Who says that it is there: stored where the answer of a gateway would be (invariant I3). */
  readonly evidence: EventDetails & { readonly status: string };
};

async function insertDraft(
  deps: BillingDependencies,
  tx: Transaction,
  money: ReceivedMoney & { readonly priced: Priced },
  now: Date,
): Promise<PaymentRow> {
  const { priced, userId, gateway, tillId, agentId = null, payerName } = money;
  const { quote } = priced;
  const payment = await insertPayment(tx, {
    amount: quote.totalKobo,
    creditUsed: quote.creditUsedKobo,
    quote: snapshotOf(quote),
    description: priced.description,
    reference: deps.newReference(),
    userId,
    email: money.email,
    subscriptionId: priced.subscriptionId,
    periodNumber: priced.periodNumber,
    planId: quote.plan.id,
    chargeId: priced.chargeId,
    invoiceId: priced.invoiceId ?? null,
    gateway,
    tillId,
    agentId,
    payerName,
    createdAt: now,
    updatedAt: now,
  });
  if (!payment) throw new Error('a payment without an open key was not written');
  return payment;
}

async function confirm(tx: Transaction, money: ReceivedMoney, payment: PaymentRow, now: Date): Promise<PaymentRow> {
  const { amountKobo, gatewayReference, channel, source, evidence } = money;
  const received = amountKobo > payment.amount ? amountKobo : null;
  const change = { status: 'successful', paidAt: now, received, channel, gatewayReference, now } as const;
  if (!(await decidePayment(tx, payment.id, change))) throw new Error(`${payment.reference} was decided before`);
  const { reference, currency } = payment;
  const details = { ...evidence, reference, amountKobo, currency };
  await appendEvent(tx, { paymentId: payment.id, kind: 'confirmed', source, details, now });
  return { ...payment, received };
}

/** The oldest of what is due that the money covers whole with the credit; null where it covers none. */
async function findCovered(
  deps: BillingDependencies,
  tx: Transaction,
  { userId, amountKobo }: ReceivedMoney,
  due: readonly Due[],
  now: Date,
): Promise<{ readonly due: Due; readonly priced: Priced } | null> {
  for (const each of due) {
    const priced = await priceDue(deps, tx, userId, each, now);
    if (amountKobo >= priced.quote.totalKobo) return { due: each, priced };
  }
  return null;
}

/** A company's money, and what it withheld, pays its invoices, the oldest first; the rest is credit. */
async function receiveFromCompany(
  deps: BillingDependencies,
  tx: Transaction,
  money: ReceivedMoney,
  now: Date,
): Promise<PaymentRow> {
  const { userId: accountId, lineIds, withheld, amountKobo, source } = money;
  const invoices = await priceInvoices(tx, { accountId, invoiceNumber: null, creditKobo: toKobo(0) });
  const owedKobo = invoices.quote.totalKobo;
  const leftKobo = toKobo(owedKobo - (withheld?.amountKobo ?? 0));
  // Some money has to come with it: a receipt over nothing proves nothing.
  if (withheld && leftKobo <= 0) throw new ApiError('counter.withheld-too-much');
  const isOwed = owedKobo > 0;
  const named = await pricingOnly(tx, { accountId, invoiceNumber: money.invoiceNumber, amountKobo });
  const priced = isOwed
    ? (named ?? payingOnly(invoices, minKobo(amountKobo, leftKobo)))
    : await priceCredit(tx, { lineId: lineIds[0], amountKobo });
  const payment = await confirm(tx, money, await insertDraft(deps, tx, { ...money, priced }, now), now);
  if (withheld) await withholdTax(deps, tx, { payment, ...withheld, now });
  if (isOwed) await fulfilPayment(deps, tx, payment, source, now);
  else await creditReceived(deps, tx, payment, amountKobo, source, now);
  return payment;
}

/** Money for the lines, or a charge, of anybody else. */
async function receiveForLines(
  deps: BillingDependencies,
  tx: Transaction,
  money: ReceivedMoney,
  now: Date,
): Promise<PaymentRow> {
  const { lineIds, amountKobo, source } = money;
  if (money.withheld) throw new ApiError('counter.withheld-too-much');
  const due = await payFromCredit(deps, tx, money, await listDue(tx, money, now), now);
  const covered = await findCovered(deps, tx, money, due, now);
  const priced = covered?.priced ?? (await priceCredit(tx, { lineId: lineIds[0], amountKobo }));
  const payment = await confirm(tx, money, await insertDraft(deps, tx, { ...money, priced }, now), now);
  if (covered) await fulfilPayment(deps, tx, payment, source, now);
  else await creditReceived(deps, tx, payment, amountKobo, source, now);
  const rest = due.filter((each) => each !== covered?.due);
  await payFromCredit(deps, tx, money, rest, now);
  return payment;
}

async function receive(
  deps: BillingDependencies,
  tx: Transaction,
  money: ReceivedMoney,
  company: CompanyRow | null,
  now: Date,
): Promise<PaymentRow> {
  if (company === null) return receiveForLines(deps, tx, money, now);
  return receiveFromCompany(deps, tx, { ...money, email: await findBillAddress(tx, company) }, now);
}

/**
 * Books money that is there, in the caller's transaction, with everything that follows from a payment:
 * one payment, one receipt. It pays what is due, oldest first, as far as it covers that whole with the
 * customer's credit; what is too much or too little becomes credit. A company's pays its invoices, also in
 * part. Not safe to repeat: the caller's own unique key comes with it. Throws counter.withheld-too-much.
 */
export async function receiveMoney(
  deps: BillingDependencies,
  tx: Transaction,
  money: ReceivedMoney,
  now: Date,
): Promise<PaymentRow> {
  await queueUp(tx, money.userId);
  return receive(deps, tx, money, await lockCompany(tx, money.userId), now);
}
