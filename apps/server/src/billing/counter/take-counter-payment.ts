import type { CounterMethod } from '@portal/contract/billing/staff-counter';
import { outsideReferenceKey } from '@portal/kernel/billing/outside-reference';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { type Kobo, minKobo, toKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findBillAddress } from '../companies/bill-address.ts';
import { payingOnly, priceInvoices } from '../companies/company-invoice.product.ts';
import { withholdTax } from '../companies/withholding-tax/withhold-tax.ts';
import { queueUp } from '../credit/pay-with-credit.ts';
import { priceCredit } from '../credit/price-credit.ts';
import { lockCompany } from '../invoices/company-billing.repository.ts';
import { lineInAudit } from '../lines/require-line.ts';
import { appendEvent, decidePayment, insertPayment, type PaymentRow } from '../payments/payment.repository.ts';
import { counterReceiptText } from '../payments/payment-mail.ts';
import type { Priced, Wish } from '../payments/product.port.ts';
import { creditReceived, fulfilPayment } from '../payments/settlement/fulfil-payment.ts';
import { publishPaymentUpdates } from '../payments/settlement/publish-payment-updates.ts';
import { findPaymentForStaff, type StaffPaymentRow } from '../payments/staff/staff-payment.repository.ts';
import { snapshotOf } from '../pricing/quote-payment.ts';
import { receivedOf } from '../refunds/refund.policy.ts';
import { findCounterAccount } from './counter-customer.repository.ts';
import { findCounterPayment, insertCounterPayment } from './counter-payment.repository.ts';
import { listDueWishes } from './due-wishes.ts';
import { findMonth } from './find-month.ts';
import { payFromCredit, priceWish } from './pay-due.ts';
import { findSlip } from './slips/slip.repository.ts';
import { lockOpenShift } from './tills/till.repository.ts';

export type CounterOrder = {
  readonly userId: number;
  readonly lineId: number;
  readonly staffId: number;
  readonly amountKobo: Kobo;
  readonly method: CounterMethod;
  /** As on the slip; null for cash without one. */
  readonly outsideReference: string | null;
  readonly planId: string | null;
  readonly slipId: string | null;
  readonly clientRequestId: string;
  /** Tax that a company withheld. */
  readonly withheldKobo: Kobo;
};

type Account = NonNullable<Awaited<ReturnType<typeof findCounterAccount>>>;

type Taking = CounterOrder & {
  readonly account: Account;
  readonly receiptEmail: string;
  readonly shiftId: string;
};

/** Another payment has the request, the reference or the slip: everything is undone. */
class TakenBefore extends Error {}

const referenceKey = (reference: string | null) => outsideReferenceKey(reference ?? '') || null;

async function insertDraft(
  deps: BillingDependencies,
  tx: Transaction,
  order: Taking & { readonly priced: Priced },
  now: Date,
): Promise<PaymentRow> {
  const { priced, userId, staffId, method } = order;
  const { quote } = priced;
  const payment = await insertPayment(tx, {
    amount: quote.totalKobo,
    creditUsed: quote.creditUsedKobo,
    quote: snapshotOf(quote),
    description: priced.description,
    reference: deps.newReference(),
    userId,
    email: order.receiptEmail,
    subscriptionId: priced.subscriptionId,
    periodNumber: priced.periodNumber,
    planId: quote.plan.id,
    chargeId: priced.chargeId,
    invoiceId: priced.invoiceId ?? null,
    gateway: method,
    tillId: method === 'cash' ? staffId : null,
    createdAt: now,
    updatedAt: now,
  });
  if (!payment) throw new Error('a payment without an open key was not written');
  const written = await insertCounterPayment(tx, {
    paymentId: payment.id,
    clientRequestId: order.clientRequestId,
    staffId,
    shiftId: order.shiftId,
    outsideReference: referenceKey(order.outsideReference),
    slipId: order.slipId,
  });
  if (!written) throw new TakenBefore();
  return payment;
}

/** Money that is in the hands of staff needs nobody's confirmation: theirs is stored in its place. */
async function confirm(tx: Transaction, order: CounterOrder, payment: PaymentRow, now: Date): Promise<PaymentRow> {
  const received = order.amountKobo > payment.amount ? order.amountKobo : null;
  const { outsideReference, staffId, method, amountKobo } = order;
  const gatewayReference = outsideReference;
  const change = { status: 'successful', paidAt: now, received, channel: null, gatewayReference, now } as const;
  if (!(await decidePayment(tx, payment.id, change))) throw new Error(`${payment.reference} was decided before`);
  const { reference, currency } = payment;
  const details = { status: method, reference, amountKobo, currency, outsideReference, staffId };
  await appendEvent(tx, { paymentId: payment.id, kind: 'confirmed', source: 'staff', details, now });
  return { ...payment, received };
}

/** The oldest of what is due that the money covers whole with the credit; null where it covers none. */
async function findCovered(
  deps: BillingDependencies,
  tx: Transaction,
  { userId, lineId, amountKobo }: CounterOrder,
  due: readonly Wish[],
  now: Date,
): Promise<{ readonly wish: Wish; readonly priced: Priced } | null> {
  for (const wish of due) {
    const priced = await priceWish(deps, tx, wish, { userId, lineId }, now);
    if (amountKobo >= priced.quote.totalKobo) return { wish, priced };
  }
  return null;
}

/** A customer without a mailbox gets the number of the receipt by text. */
async function textReceipt(
  deps: BillingDependencies,
  tx: Transaction,
  { email, phone, id: userId }: Account,
  { reference, amountKobo }: { readonly reference: string; readonly amountKobo: Kobo },
): Promise<void> {
  if (hasMailbox(email) || phone === null) return;
  await deps.queueSms(tx, {
    userId,
    messageKey: `counter-receipt:${reference}`,
    recipient: phone,
    text: counterReceiptText(reference, amountKobo),
    usefulSeconds: 86_400,
  });
}

/** A company's money, and what it withheld, pays its invoices, the oldest first; the rest is credit. */
async function takeFromCompany(
  deps: BillingDependencies,
  tx: Transaction,
  order: Taking,
  now: Date,
): Promise<PaymentRow> {
  const { userId: accountId, lineId, withheldKobo, staffId, amountKobo } = order;
  const invoices = await priceInvoices(tx, { accountId, invoiceNumber: null, creditKobo: toKobo(0) });
  const owedKobo = invoices.quote.totalKobo;
  const leftKobo = toKobo(owedKobo - withheldKobo);
  // Some money has to come with it: a receipt over nothing proves nothing.
  if (withheldKobo > 0 && leftKobo <= 0) throw new ApiError('counter.withheld-too-much');
  const isOwed = owedKobo > 0;
  const priced = isOwed
    ? payingOnly(invoices, minKobo(amountKobo, leftKobo))
    : await priceCredit(tx, { lineId, amountKobo });
  const payment = await confirm(tx, order, await insertDraft(deps, tx, { ...order, priced }, now), now);
  if (withheldKobo > 0) await withholdTax(deps, tx, { payment, amountKobo: withheldKobo, staffId, now });
  if (isOwed) await fulfilPayment(deps, tx, payment, 'staff', now);
  else await creditReceived(deps, tx, payment, amountKobo, now);
  return payment;
}

/** Money for a line, or a charge, of anybody else. */
async function takeForLine(deps: BillingDependencies, tx: Transaction, order: Taking, now: Date): Promise<PaymentRow> {
  const { userId, lineId, account, amountKobo } = order;
  if (order.withheldKobo > 0) throw new ApiError('counter.withheld-too-much');
  const month = await findMonth(tx, { lineId, planId: order.planId, now });
  const payer = { userId, lineId, email: account.email };
  const due = await payFromCredit(deps, tx, payer, await listDueWishes(tx, userId, month, now), now);
  const covered = await findCovered(deps, tx, order, due, now);
  const priced = covered?.priced ?? (await priceCredit(tx, { lineId, amountKobo }));
  const draft = await insertDraft(deps, tx, { ...order, priced }, now);
  const payment = await confirm(tx, order, draft, now);
  if (covered) await fulfilPayment(deps, tx, payment, 'staff', now);
  else await creditReceived(deps, tx, payment, amountKobo, now);
  const rest = due.filter((wish) => wish !== covered?.wish);
  await payFromCredit(deps, tx, payer, rest, now);
  return payment;
}

async function take(deps: BillingDependencies, tx: Transaction, order: CounterOrder, now: Date): Promise<PaymentRow> {
  const { userId, lineId, staffId, amountKobo, method, slipId, withheldKobo } = order;
  const shift = await lockOpenShift(tx, staffId, 'share');
  if (!shift) throw new ApiError('till.not-open');
  const account = await findCounterAccount(tx, userId);
  if (!account) throw new ApiError('customer.not-found');
  if (slipId !== null && !(isUuid(slipId) && (await findSlip(tx, slipId)))) throw new ApiError('file.not-found');
  await queueUp(tx, userId);
  const company = await lockCompany(tx, userId);
  const receiptEmail = company ? await findBillAddress(tx, company) : account.email;
  const taking = { ...order, account, receiptEmail, shiftId: shift.id };
  const payment = await (company ? takeFromCompany : takeForLine)(deps, tx, taking, now);
  await textReceipt(deps, tx, account, { reference: payment.reference, amountKobo });
  await recordAudit(tx, {
    actorId: staffId,
    action: 'counter.payment',
    subject: `payment:${payment.reference}`,
    before: null,
    after: {
      customer: userId,
      ...lineInAudit({ accountId: userId, lineId }),
      method,
      amountKobo,
      ...(withheldKobo > 0 && { withheldKobo }),
      outsideReference: order.outsideReference,
      shift: shift.id,
    },
  });
  return payment;
}

type Taken = NonNullable<Awaited<ReturnType<typeof findCounterPayment>>>;

/** A payment as staff see it, with what the counter stored about it and its receipt. */
type Recorded = Omit<Taken, 'payment'> & { readonly payment: StaffPaymentRow };

/** Throws counter.request-reused where the form had recorded something else. */
function assertSame({ payment, taken, withheld }: Taken, order: CounterOrder): void {
  const isSame =
    payment.userId === order.userId &&
    payment.gateway === order.method &&
    receivedOf(payment) === order.amountKobo &&
    (withheld ?? 0) === order.withheldKobo &&
    taken.staffId === order.staffId &&
    taken.outsideReference === referenceKey(order.outsideReference);
  if (!isSame) throw new ApiError('counter.request-reused');
}

/**
 * Takes money at the counter, in one transaction with everything that follows from a payment. It
 * pays what is due, oldest first, as far as it covers that whole with the customer's credit; what is
 * too much, too little, or of a customer without a plan becomes credit. A company's pays its invoices,
 * also in part, together with tax that it withheld. A repeat of the form gets the same payment. Audited.
 * Throws customer.not-found, plan.not-found, file.not-found, till.not-open, counter.reference-used,
 * counter.request-reused, counter.withheld-too-much.
 */
export async function takeCounterPayment(deps: BillingDependencies, order: CounterOrder): Promise<Recorded> {
  const repeated = async (): Promise<Recorded | null> => {
    const taken = await findCounterPayment(deps.database, order.clientRequestId);
    if (!taken) return null;
    assertSame(taken, order);
    const payment = await findPaymentForStaff(deps.database, taken.payment.reference);
    return payment && { ...taken, payment };
  };
  const before = await repeated();
  if (before) return before;
  try {
    const payment = await runTransaction(deps.database, (tx) => take(deps, tx, order, deps.clock()));
    deps.metrics?.countPayment(payment, 'successful', deps.clock());
    await publishPaymentUpdates(deps, payment);
  } catch (error) {
    if (!(error instanceof TakenBefore)) throw error;
  }
  const taken = await repeated();
  if (!taken) throw new ApiError('counter.reference-used', { errors: { outsideReference: USED } });
  return taken;
}

const USED = 'This number was used before.';
