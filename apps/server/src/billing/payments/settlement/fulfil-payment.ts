import { type TaxedPart, vatIncludedIn } from '@portal/kernel/billing/vat';
import { formatLagosDay } from '@portal/kernel/calendar';
import type { Mail } from '@portal/kernel/messaging/mail';
import { addKobo, formatNaira, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { lockSettlements } from '../../companies/settlement.repository.ts';
import { creditOverpayment, overpaymentLines } from '../../credit/credit-overpayment.ts';
import { paymentDecided } from '../../events.ts';
import { findInvoiceOfPayment } from '../../invoices/issued-invoice.repository.ts';
import { issueReceipt } from '../../invoices/receipts/issue-receipt.ts';
import { settleInvoice } from '../../invoices/settle-invoice.ts';
import { vatShareOf } from '../../invoices/vat-breakdown.policy.ts';
import { addCredit, postEntries, spendCredit, sumTierBonus } from '../../ledger/ledger.repository.ts';
import { moneyAccountOf } from '../../ledger/money-account.ts';
import { findLineOf } from '../../lines/line.repository.ts';
import { CREDIT_LABEL } from '../../pricing/quote.policy.ts';
import { findAccountNumber } from '../../received-money/due.repository.ts';
import { completeReferral } from '../../referrals/complete-referral.ts';
import { receivedOf } from '../../refunds/refund.policy.ts';
import { payerReceipt } from '../payer-receipt.ts';
import { buysNothing, CREDITED_DESCRIPTION, isCounterPayment, kindOf, planOf } from '../payment.policy.ts';
import {
  appendEvent,
  describePayment,
  type EventSource,
  findCustomer,
  type PaymentRow,
} from '../payment.repository.ts';
import { counterTexts, creditedMail, partTexts, sumTexts } from '../payment-mail.ts';
import type { Period } from '../product.port.ts';

type FulfilDependencies = Pick<
  BillingDependencies,
  'products' | 'seller' | 'vatRate' | 'queueEmail' | 'notify' | 'publish'
>;

/** Thrown when the credit in the quote is spent: rolls the product back. */
class CreditGone extends Error {}

/**
 * Fulfils the product and takes the credit that pays for a part of it; null, without effect, when
 * either is impossible by now.
 */
async function fulfilProduct(
  deps: FulfilDependencies,
  tx: Transaction,
  payment: PaymentRow,
  now: Date,
): Promise<Period | null> {
  try {
    return await tx.transaction(async (step) => {
      const period = await deps.products[kindOf(payment)].fulfil(deps, step, payment, now);
      const { creditUsed } = period?.settled ?? payment;
      if (period && !(await spendCredit(step, payment.userId, creditUsed))) throw new CreditGone();
      return period;
    });
  } catch (error) {
    if (error instanceof CreditGone) return null;
    throw error;
  }
}

async function postPayment(
  tx: Transaction,
  payment: PaymentRow,
  split: { readonly creditKobo: Kobo; readonly revenueKobo: Kobo },
  now: Date,
): Promise<void> {
  await postEntries(tx, {
    transactionKey: `payment:${payment.reference}`,
    userId: payment.userId,
    paymentId: payment.id,
    entries: [
      { account: moneyAccountOf(payment), amountKobo: payment.amount },
      { account: 'credit', amountKobo: split.creditKobo },
      // An invoice of all lines was revenue when it was issued.
      { account: payment.invoiceId === null ? 'revenue' : 'receivable', amountKobo: split.revenueKobo },
    ],
    now,
  });
}

/** Rewards the referrer on the first payment that bought something. */
export async function rewardReferrer(
  deps: Pick<FulfilDependencies, 'notify'>,
  tx: Transaction,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const referral = await completeReferral(tx, { refereeId: payment.userId, now });
  if (!referral) return;
  await addCredit(tx, referral.referrerId, referral.rewardKobo);
  await postEntries(tx, {
    transactionKey: `reward:${referral.referralId}`,
    userId: referral.referrerId,
    paymentId: payment.id,
    entries: [
      { account: 'referral-rewards', amountKobo: referral.rewardKobo },
      { account: 'credit', amountKobo: negateKobo(referral.rewardKobo) },
    ],
    now,
  });
  await deps.notify(tx, {
    kind: 'referral-rewarded',
    customerId: referral.referrerId,
    key: `reward:${referral.referralId}`,
    values: { amount: formatNaira(referral.rewardKobo) },
  });
  for (const tier of referral.reached) await payTierBonus(tx, referral, tier, payment, now);
}

/**
 * A tier's bonus is paid once; the part that a refund took back is paid when the tier is reached
 * again.
 */
async function payTierBonus(
  tx: Transaction,
  { referralId, referrerId }: { readonly referralId: string; readonly referrerId: number },
  { name, bonusKobo }: { readonly name: string; readonly bonusKobo: Kobo },
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const dueKobo = addKobo(bonusKobo, negateKobo(await sumTierBonus(tx, referrerId, name)));
  if (dueKobo <= 0) return;
  await addCredit(tx, referrerId, dueKobo);
  await postEntries(tx, {
    transactionKey: `tier-bonus:${name}:${referralId}`,
    userId: referrerId,
    paymentId: payment.id,
    entries: [
      { account: 'referral-rewards', amountKobo: dueKobo },
      { account: 'credit', amountKobo: negateKobo(dueKobo) },
    ],
    now,
  });
}

/**
 * Books a payment that staff decided about as the customer's credit, with its receipt and mail, in
 * the transaction that has just made the payment successful. `receivedKobo` is the sum that the
 * gateway reports as received. Locks as fulfilPayment does.
 */
export async function creditReceived(
  deps: Pick<FulfilDependencies, 'products' | 'queueEmail' | 'notify' | 'publish' | 'seller'>,
  tx: Transaction,
  payment: PaymentRow,
  receivedKobo: Kobo,
  source: EventSource,
  now: Date,
): Promise<void> {
  const zero = toKobo(0);
  const received = { ...payment, amount: receivedKobo, creditUsed: zero };
  await addCredit(tx, payment.userId, receivedKobo);
  await postPayment(tx, received, { creditKobo: negateKobo(receivedKobo), revenueKobo: zero }, now);
  await describePayment(tx, payment.id, CREDITED_DESCRIPTION);
  const { receiptNumber, mail } = await issueReceiptOf(deps, tx, received, null, now);
  const details = { periodNumber: payment.periodNumber, receiptNumber, creditUsedKobo: 0 };
  await appendEvent(tx, { paymentId: payment.id, kind: 'credited', source, details, now });
  await deps.queueEmail(tx, mail);
  await notifyPaidFor(deps, tx, received, receiptNumber);
  await deps.publish(tx, paymentDecided, { paymentId: payment.id, outcome: 'successful' });
}

/** The invoice shows the supply; credit is a way to pay for it. */
async function settleInvoiceOf(
  deps: FulfilDependencies,
  tx: Transaction,
  payment: PaymentRow,
  period: Period,
  now: Date,
): Promise<void> {
  const { userId, subscriptionId, periodNumber, planId, quote } = payment;
  await settleInvoice(deps, tx, {
    supply: {
      userId,
      subscriptionId,
      periodNumber,
      planId,
      kind: kindOf(payment),
      chargeId: payment.chargeId,
      startsAt: period.startsAt,
      endsAt: period.endsAt,
      lines: quote.lines.filter(({ label }) => label !== CREDIT_LABEL),
      totalKobo: addKobo(payment.amount, payment.creditUsed),
      vatRate: quote.vatRate,
      dueAt: period.startsAt,
    },
    paymentId: payment.id,
    now,
  });
}

/** Notifies a customer who was suspended that service is restored. */
async function notifyRestored(
  deps: FulfilDependencies,
  tx: Transaction,
  payment: PaymentRow,
  period: Period,
): Promise<void> {
  if (!period.isBack) return;
  await deps.notify(tx, {
    key: `restored:${payment.reference}`,
    kind: 'line-restored',
    customerId: payment.userId,
    lineId: await findLineOf(tx, planOf(payment).subscriptionId),
    values: { plan: payment.quote.planName, until: formatLagosDay(period.endsAt) },
  });
}

/** A plan that the customer chose earlier begins with this month. */
async function notifyPlanChanged(
  deps: FulfilDependencies,
  tx: Transaction,
  payment: PaymentRow,
  period: Period,
): Promise<void> {
  if (period.isOtherPlan !== true) return;
  await deps.notify(tx, {
    key: `plan-changed:${payment.subscriptionId}:${payment.periodNumber}`,
    kind: 'plan-changed',
    customerId: payment.userId,
    lineId: await findLineOf(tx, planOf(payment).subscriptionId),
    values: { plan: payment.quote.planName },
  });
}

/** What a payment has bought, with the share of VAT of its invoice, or of each that it has settled a part of. */
async function taxedParts(tx: Transaction, payment: PaymentRow): Promise<TaxedPart[]> {
  const invoice = await findInvoiceOfPayment(tx, payment.id);
  if (invoice) return [{ amountKobo: payment.amount, vatShare: vatShareOf(invoice) }];
  const settled = (await lockSettlements(tx, payment.id)).filter(({ kind }) => kind === 'payment');
  return settled.map(({ amount, invoice }) => ({ amountKobo: amount, vatShare: vatShareOf(invoice) }));
}

/** A mail whose notice says which line a payment was for. */
async function ofLine(tx: Transaction, payment: PaymentRow | null, mail: Mail): Promise<Mail> {
  if (!payment?.subscriptionId || !mail.notice) return mail;
  return { ...mail, notice: { ...mail.notice, lineId: await findLineOf(tx, payment.subscriptionId) } };
}

/** Tells the people of an account that somebody else has paid for it, in the words that the payer gave. */
async function notifyPaidFor(
  deps: Pick<FulfilDependencies, 'notify'>,
  tx: Transaction,
  payment: PaymentRow,
  receiptNumber: string,
): Promise<void> {
  if (!payment.paysDue) return;
  const { payerName, userId: customerId } = payment;
  const values = { amount: formatNaira(receivedOf(payment)), receipt: receiptNumber };
  const key = `paid-for:${payment.reference}`;
  await (payerName === null
    ? deps.notify(tx, { kind: 'paid-for-you', customerId, key, values })
    : deps.notify(tx, { kind: 'paid-for-you-by', customerId, key, values: { ...values, payer: payerName } }));
}

async function issueReceiptOf(
  deps: Pick<FulfilDependencies, 'products' | 'seller'>,
  tx: Transaction,
  payment: PaymentRow,
  period: Period | null,
  now: Date,
): Promise<{ readonly receiptNumber: string; readonly mail: Mail }> {
  const customer = await findCustomer(tx, payment.userId);
  const totalKobo = receivedOf(payment);
  // A charge is for no time, nor are invoices of all lines.
  const time = payment.chargeId === null && payment.invoiceId === null ? period : null;
  const receiptNumber = await issueReceipt(tx, {
    paymentId: payment.id,
    userId: payment.userId,
    totalKobo,
    vatKobo: vatIncludedIn(payment.amount, period ? await taxedParts(tx, payment) : []),
    snapshot: {
      seller: deps.seller(),
      customerName: customer.name,
      customerEmail: customer.email,
      planName: payment.quote.planName,
      periodStart: time?.startsAt.toISOString() ?? null,
      periodEnd: time?.endsAt.toISOString() ?? null,
      lines: period
        ? [...payment.quote.lines, ...overpaymentLines(payment)]
        : [{ label: 'Account credit', amountKobo: totalKobo }],
    },
    now,
  });
  // The address of a saved card's charge is the one its gateway knows the card by, typed long ago.
  const recipient = payment.chargeAttempt === null ? payment.email : customer.email;
  const receipt = { recipient, receiptNumber, payment };
  const product = deps.products[kindOf(payment)];
  if (payment.paysDue)
    return { receiptNumber, mail: payerReceipt(payment, await findAccountNumber(tx, payment.userId)) };
  const sumOrPart = payment.linkId === null ? partTexts : sumTexts;
  const ownTexts = buysNothing(payment) ? sumOrPart : product.texts;
  const mail = period
    ? await ofLine(tx, time ? payment : null, product.receiptMail({ ...receipt, period }))
    : creditedMail(
        { ...receipt, payment: { ...payment, amount: totalKobo } },
        isCounterPayment(payment) ? counterTexts : ownTexts,
      );
  return { receiptNumber, mail };
}

/**
 * Everything that follows from one successful payment, in the transaction that has just made it so:
 * its product (or, where that is impossible by now or the quoted credit is spent, the whole sum as
 * account credit), ledger entries, at most one referral reward, one receipt and its mail. Locks, in
 * this order: payment (by the caller), subscription, this customer's credit, the referral, the
 * referrer's credit (a referrer is always an older customer, so no deadlock is possible), the
 * counters of invoices and receipts.
 */
export async function fulfilPayment(
  deps: FulfilDependencies,
  tx: Transaction,
  opened: PaymentRow,
  source: EventSource,
  now: Date,
): Promise<Period | null> {
  const period = await fulfilProduct(deps, tx, opened, now);
  const payment = { ...opened, ...period?.settled };
  const zero = toKobo(0);
  if (period) {
    const revenueKobo = negateKobo(addKobo(payment.amount, payment.creditUsed));
    await postPayment(tx, payment, { creditKobo: payment.creditUsed, revenueKobo }, now);
    // Only a month makes somebody a referred customer.
    if (payment.chargeId === null && payment.invoiceId === null) await rewardReferrer(deps, tx, payment, now);
    await notifyRestored(deps, tx, payment, period);
    await notifyPlanChanged(deps, tx, payment, period);
    await creditOverpayment(deps, tx, payment, now);
    if (payment.invoiceId === null) await settleInvoiceOf(deps, tx, payment, period, now);
  } else {
    const received = { ...payment, amount: receivedOf(payment) };
    await addCredit(tx, payment.userId, received.amount);
    await postPayment(tx, received, { creditKobo: negateKobo(received.amount), revenueKobo: zero }, now);
    await describePayment(tx, payment.id, CREDITED_DESCRIPTION);
  }
  const { receiptNumber, mail } = await issueReceiptOf(deps, tx, payment, period, now);
  await appendEvent(tx, {
    paymentId: payment.id,
    kind: period ? deps.products[kindOf(payment)].fulfilledEvent : 'credited',
    source,
    details: { periodNumber: payment.periodNumber, receiptNumber, creditUsedKobo: period ? payment.creditUsed : 0 },
    now,
  });
  await deps.queueEmail(tx, mail);
  await notifyPaidFor(deps, tx, payment, receiptNumber);
  await deps.publish(tx, paymentDecided, { paymentId: payment.id, outcome: 'successful' });
  return period;
}
