import type { LinkSending } from '@portal/contract/billing/payments/staff-payment-links';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { type Kobo, toKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { lockOwnCharge } from '../charges/charge.repository.ts';
import { findCounterAccount } from '../counter/counter-customer.repository.ts';
import { lineInAudit, requireLine } from '../lines/require-line.ts';
import { isAboveLargest } from '../payments/payment.policy.ts';
import { quotePayment } from '../pricing/quote-payment.ts';
import { findMonth } from '../received-money/find-month.ts';
import { findNextPeriodNumber } from '../subscriptions/last-subscription.repository.ts';
import { lockSubscription } from '../subscriptions/subscription.repository.ts';
import { linkLetter, linkText } from './link-messages.ts';
import { LINK_HOURS, tokenHashOf } from './payment-link.policy.ts';
import {
  findInvoiceOf,
  findLinkByRequest,
  insertLink,
  type PaymentLinkRow,
  replaceTokenHash,
} from './payment-link.repository.ts';
import { priceLink } from './price-link.ts';

export type LinkOrder = {
  readonly userId: number;
  readonly lineId: number;
  readonly staffId: number;
  /** One of them says what it is for. */
  readonly amountKobo: Kobo | null;
  readonly invoiceNumber: string | null;
  readonly planId: string | null;
  readonly sendBy: LinkSending;
  readonly clientRequestId: string;
};

/** Who makes a link, besides staff: a person of the account through a channel. */
type Maker = { readonly id: number; readonly by?: AuditEntry['by'] };

export type MadeLink = { readonly link: PaymentLinkRow; readonly url: string | null };

type Subject = Pick<
  PaymentLinkRow,
  'kind' | 'userId' | 'lineId' | 'amount' | 'label' | 'chargeId' | 'planId' | 'periodNumber'
>;

const NOTHING = { chargeId: null, planId: null, periodNumber: null };

async function monthOf(
  deps: BillingDependencies,
  tx: Transaction,
  { userId, lineId, planId }: { readonly userId: number; readonly lineId: number; readonly planId: string },
): Promise<Subject> {
  const quote = await quotePayment(deps, tx, { userId, lineId, planId });
  const periodNumber = await findNextPeriodNumber(tx, lineId);
  const label = `${quote.plan.name}, one month`;
  return { ...NOTHING, kind: 'month', userId, lineId, amount: quote.totalKobo, label, planId, periodNumber };
}

async function invoiceOf(
  deps: BillingDependencies,
  tx: Transaction,
  { userId, invoiceNumber }: { readonly userId: number; readonly invoiceNumber: string },
  now: Date,
): Promise<Subject> {
  const invoice = await findInvoiceOf(tx, userId, invoiceNumber);
  if (!invoice) throw new ApiError('invoice.not-found');
  const { subscriptionId } = invoice;
  const subscription = subscriptionId === null ? null : await lockSubscription(tx, subscriptionId);
  // What an account without a plan was charged is its first line's.
  const lineId = subscription?.lineId ?? userId;
  if (invoice.status !== 'open') throw new ApiError('payment.nothing-due');
  if (invoice.kind === 'period') {
    const month = await findMonth(tx, { lineId, planId: null, now });
    return monthOf(deps, tx, { userId, lineId, planId: month?.planId ?? subscription?.planId ?? '' });
  }
  const charge = await lockOwnCharge(tx, userId, invoiceNumber);
  if (!charge) throw new ApiError('invoice.not-found');
  const label = invoice.snapshot.lines[0]?.label ?? invoiceNumber;
  const subject = { ...NOTHING, kind: 'charge' as const, userId, lineId, label, chargeId: charge.id };
  const priced = await priceLink(deps, tx, { ...subject, amount: invoice.total }, now);
  return { ...subject, amount: priced?.quote.totalKobo ?? toKobo(0) };
}

async function subjectOf(
  deps: BillingDependencies,
  tx: Transaction,
  order: Omit<LinkOrder, 'staffId'>,
  now: Date,
): Promise<Subject> {
  const { userId, lineId, amountKobo, invoiceNumber, planId } = order;
  if (invoiceNumber !== null) return invoiceOf(deps, tx, { userId, invoiceNumber }, now);
  if (planId !== null) return monthOf(deps, tx, { userId, lineId, planId });
  const amount = amountKobo ?? toKobo(0);
  return { ...NOTHING, kind: 'sum', userId, lineId, amount, label: 'Account balance' };
}

type Reached = NonNullable<Awaited<ReturnType<typeof findCounterAccount>>>;

/** Puts the message with a link into the outbox. */
type SendLink = (tx: Transaction, link: PaymentLinkRow, account: Reached, url: string) => Promise<void>;

/** Throws payment-link.unreachable for a customer without the mailbox or telephone that it is to go to. */
async function send(
  deps: BillingDependencies,
  tx: Transaction,
  link: PaymentLinkRow,
  { email, phone, id: userId }: Reached,
  url: string,
): Promise<void> {
  const messageKey = `payment-link:${link.id}`;
  const usefulSeconds = LINK_HOURS * 3600;
  if (link.sentBy === 'mail') {
    if (!hasMailbox(email)) throw new ApiError('payment-link.unreachable');
    const mail = { category: 'account' as const, userId, messageKey, recipient: email, usefulSeconds };
    await deps.queueEmail(tx, { ...mail, ...linkLetter(link, url) });
  }
  if (link.sentBy === 'text') {
    if (phone === null) throw new ApiError('payment-link.unreachable');
    await deps.queueSms(tx, { userId, messageKey, recipient: phone, text: linkText(link, url), usefulSeconds });
  }
}

async function create(
  deps: BillingDependencies,
  tx: Transaction,
  order: Omit<LinkOrder, 'staffId'> & { readonly maker: Maker },
  token: string,
  sendLink: SendLink,
): Promise<PaymentLinkRow | null> {
  const { maker } = order;
  const now = deps.clock();
  const account = await findCounterAccount(tx, order.userId);
  if (!account) throw new ApiError('customer.not-found');
  const subject = await subjectOf(deps, tx, order, now);
  if (subject.amount === 0) throw new ApiError('payment.nothing-due');
  const areAllTooSmall =
    deps.gateways.length > 0 && deps.gateways.every((each) => isAboveLargest(each, subject.amount));
  if (areAllTooSmall) throw new ApiError('payment-link.too-large');
  const link = await insertLink(tx, {
    ...subject,
    tokenHash: tokenHashOf(token),
    status: 'open',
    sentBy: order.sendBy,
    clientRequestId: order.clientRequestId,
    createdBy: maker.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_HOURS * 3_600_000),
  });
  if (!link) return null;
  await sendLink(tx, link, account, deps.payUrl(token));
  await recordAudit(tx, {
    actorId: maker.id,
    ...(maker.by && { by: maker.by }),
    action: 'payment-link.create',
    subject: `customer:${order.userId}`,
    before: null,
    after: {
      link: link.id,
      ...lineInAudit({ accountId: order.userId, lineId: link.lineId }),
      for: link.label,
      amountKobo: link.amount,
      sentBy: link.sentBy,
    },
  });
  return link;
}

function assertSame(before: PaymentLinkRow, order: LinkOrder): void {
  const isSame = before.userId === order.userId && before.createdBy === order.staffId && before.sentBy === order.sendBy;
  if (!isSame) throw new ApiError('counter.request-reused');
}

/**
 * Makes a link with which anybody pays once for a customer, and sends it or returns it to be shown.
 * Its token has 256 random bits, of which only a hash is stored. A repeat of the form makes no other
 * link and sends none: one that is shown gets another token, since nobody has seen the first. Audited.
 * Throws customer.not-found, plan.not-found, invoice.not-found, payment.nothing-due,
 * payment-link.too-large, payment-link.unreachable, counter.request-reused.
 */
export async function createLink(deps: BillingDependencies, order: LinkOrder): Promise<MadeLink> {
  const token = deps.newLinkToken();
  const made = await runTransaction(deps.database, (tx) =>
    create(deps, tx, { ...order, maker: { id: order.staffId } }, token, (...sent) => send(deps, ...sent)),
  );
  if (made) return { link: made, url: deps.payUrl(token) };
  const before = await findLinkByRequest(deps.database, order.clientRequestId);
  if (!before) throw new Error('a payment link is gone');
  assertSame(before, order);
  if (before.sentBy !== 'screen') return { link: before, url: null };
  await replaceTokenHash(deps.database, before.id, tokenHashOf(token));
  return { link: before, url: deps.payUrl(token) };
}

/**
 * Makes a link to pay a sum for an account, for one of its people who asks for it through a channel, in
 * the caller's transaction; `sendLink` puts it into the outbox. Null for a repeat of the request. Audited.
 * Throws payment-link.too-large, customer.not-found.
 */
export async function createLinkWithin(
  deps: BillingDependencies,
  tx: Transaction,
  order: {
    readonly accountId: number;
    readonly personId: number;
    readonly program: string;
    readonly amountKobo: Kobo;
    readonly requestId: string;
  },
  sendLink: (tx: Transaction, link: PaymentLinkRow, url: string) => Promise<void>,
): Promise<PaymentLinkRow | null> {
  const { accountId, personId, program, amountKobo, requestId } = order;
  const { lineId } = await requireLine(tx, { accountId });
  const link = {
    userId: accountId,
    lineId,
    amountKobo,
    invoiceNumber: null,
    planId: null,
    sendBy: 'text' as const,
    clientRequestId: requestId,
    maker: { id: personId, by: { kind: 'channel' as const, program } },
  };
  return create(deps, tx, link, deps.newLinkToken(), (_tx, made, _account, url) => sendLink(tx, made, url));
}
