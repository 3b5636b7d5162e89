import { setTimeout as pause } from 'node:timers/promises';
import { koboFromNaira } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { payingOnly } from '../companies/company-invoice.product.ts';
import { priceCredit } from '../credit/price-credit.ts';
import { presentQuote, snapshotOf } from '../pricing/quote-payment.ts';
import type { Gateway, Opening } from './gateways/gateway.port.ts';
import {
  isAboveLargest,
  isCheckoutLink,
  isStillOpening,
  kindOfWish,
  nextCheckAt,
  openKeyOf,
  returnPathOf,
  SUM_DESCRIPTION,
} from './payment.policy.ts';
import {
  appendEvent,
  findPaymentById,
  findPaymentByOpenKey,
  insertPayment,
  type NewPayment,
  type PaymentRow,
  recordNoOpening,
  recordOpening,
  releaseOpenKey,
} from './payment.repository.ts';
import type { PlanQuote, Priced, Wish } from './product.port.ts';

type Payer = { readonly id: number; readonly name: string };

export type OpenedPayment = { readonly gateway: Gateway; readonly url: string; readonly reference: string };

const POLL_MS = 100;
const CLAIM_TRIES = 5;

/** The amount that the customer saw must be the amount due. */
function assertAmount(quote: PlanQuote, amountNaira: number): void {
  if (koboFromNaira(amountNaira) !== quote.totalKobo) {
    throw new ApiError('payment.amount-changed', { quote: presentQuote(quote) });
  }
  if (quote.totalKobo === 0) throw new ApiError('payment.nothing-due');
}

/**
 * A part of what is due, where the gateway does not take it all at once: it pays a company's invoices,
 * and becomes the credit of anybody else.
 */
async function pricePart(
  tx: Transaction,
  whole: Priced,
  order: { readonly gateway: Gateway; readonly lineId: number; readonly amountNaira: number },
): Promise<Priced> {
  const dueKobo = whole.quote.totalKobo;
  const amountKobo = koboFromNaira(order.amountNaira);
  const isPart = amountKobo !== null && amountKobo > 0 && amountKobo < dueKobo;
  if (!isPart || !isAboveLargest(order.gateway, dueKobo)) {
    throw new ApiError('payment.amount-changed', { quote: presentQuote(whole.quote) });
  }
  const { lineId } = order;
  return whole.invoiceId ? payingOnly(whole, amountKobo) : priceCredit(tx, { lineId, amountKobo });
}

/**
 * The new attempt, for this call to open, or the one that another click, tab or instance is opening
 * or has opened.
 */
async function claimAttempt(
  deps: BillingDependencies,
  draft: Omit<NewPayment, 'reference'> & { readonly openKey: string },
): Promise<{ readonly attempt: PaymentRow; readonly ours: boolean }> {
  for (let attempt = 1; attempt <= CLAIM_TRIES; attempt++) {
    const inserted = await insertPayment(deps.database, { ...draft, reference: deps.newReference() });
    if (inserted) return { attempt: inserted, ours: true };
    const other = await findPaymentByOpenKey(deps.database, draft.openKey);
    if (!other) continue;
    if (isStillOpening(other, deps.clock(), deps.gatewayTimeoutMs)) return { attempt: other, ours: false };
    await releaseOpenKey(deps.database, other.id);
  }
  throw new ApiError('service.unavailable');
}

async function requestPage(
  deps: BillingDependencies,
  gateway: Gateway,
  attempt: PaymentRow,
  payer: Payer,
): Promise<Opening> {
  const isOwn = attempt.linkId === null && !attempt.paysDue;
  try {
    return await gateway.initialize({
      reference: attempt.reference,
      amountKobo: attempt.amount,
      // Its page shows the address: whoever pays for a customer is not to see the customer's.
      email: isOwn ? attempt.email : deps.seller().email,
      customerId: String(payer.id),
      customerName: payer.name,
      // Nor which invoices are theirs.
      description: attempt.paysDue ? SUM_DESCRIPTION : attempt.description,
      returnUrl: `${deps.returnUrl}${returnPathOf(attempt)}`,
    });
  } catch (error) {
    deps.log.error({ err: error, reference: attempt.reference }, 'a gateway adapter failed');
    return { kind: 'unknown', reason: 'adapter failed' };
  }
}

/**
 * Requests the gateway's page; the row is committed before. Only a definite refusal fails the
 * attempt: after anything else its outcome is unknown.
 */
async function openAtGateway(
  deps: BillingDependencies,
  gateway: Gateway,
  attempt: PaymentRow,
  payer: Payer,
): Promise<string> {
  const asked = await requestPage(deps, gateway, attempt, payer);
  const foreign = asked.kind === 'opened' && !isCheckoutLink(asked.url, deps.checkoutOrigins);
  const opening: Opening = foreign
    ? { kind: 'refused', reason: `link to a foreign host: ${asked.url.slice(0, 200)}` }
    : asked;
  const now = deps.clock();
  if (opening.kind === 'opened') {
    const { url: authorizationUrl, gatewayReference } = opening;
    await recordOpening(deps.database, attempt.id, { authorizationUrl, gatewayReference, now });
    return authorizationUrl;
  }
  const details = { reason: opening.reason, gateway: gateway.id };
  deps.log.warn({ reference: attempt.reference, ...details }, `payment not opened: ${opening.kind}`);
  const refused = opening.kind === 'refused';
  await recordNoOpening(deps.database, attempt.id, {
    status: refused ? 'failed' : 'pending',
    // After a refusal there is nothing to poll, unless the gateway has opened a page that we
    // withhold.
    nextCheckAt: refused && !foreign ? null : nextCheckAt(attempt.createdAt, now, false),
    now,
  });
  if (refused) deps.metrics?.countPayment(attempt, 'failed', now);
  const kind = refused ? 'opening-refused' : 'opening-unknown';
  await appendEvent(deps.database, { paymentId: attempt.id, kind, source: 'customer', details, now });
  throw new ApiError(refused ? 'payment.gateway-refused' : 'payment.gateway-unavailable');
}

/**
 * Waits for the page that another click is opening, here or at another instance, no longer than the
 * gateway's timeout.
 */
async function waitForPage(deps: BillingDependencies, attempt: PaymentRow): Promise<string> {
  const polls = Math.ceil((deps.gatewayTimeoutMs + 1000) / POLL_MS);
  let row: PaymentRow | null = attempt;
  for (let poll = 0; row?.openKey && poll < polls; poll++) {
    if (row.authorizationUrl) return row.authorizationUrl;
    await pause(POLL_MS);
    row = await findPaymentById(deps.database, attempt.id);
  }
  throw new ApiError(row?.status === 'failed' ? 'payment.gateway-refused' : 'payment.gateway-unavailable');
}

/**
 * Opens a payment of what has been priced at a gateway and returns its page. One attempt is open at
 * a time for the same customer, product, gateway, amount, period, address for the receipt, link, and for
 * whether it pays what is due: a double click, a second tab or a retry gets the same reference and page. A retry after a failed or
 * unknown attempt is a new row with a new reference. Throws payment.unknown-gateway, payment.too-large,
 * payment.gateway-refused, payment.gateway-unavailable.
 */
export async function openPayment(
  deps: BillingDependencies,
  order: {
    readonly priced: Priced;
    readonly gatewayId: string;
    readonly email: string;
    readonly payer: Payer;
    readonly linkId: string | null;
    /** Somebody else pays what is due, by the name that they gave. */
    readonly forOther?: { readonly payerName: string | null };
    readonly autoPayConsent: string | null;
  },
): Promise<OpenedPayment> {
  const { payer, priced, forOther } = order;
  const gateway = deps.gateways.find(({ id }) => id === order.gatewayId);
  if (!gateway) throw new ApiError('payment.unknown-gateway');
  if (isAboveLargest(gateway, priced.quote.totalKobo)) throw new ApiError('payment.too-large');
  const now = deps.clock();
  const { quote, subscriptionId, periodNumber, upgradeFromPlanId, bundleId, chargeId, invoiceId = null } = priced;
  const bought = {
    userId: payer.id,
    subscriptionId,
    planId: quote.plan.id,
    periodNumber,
    upgradeFromPlanId,
    bundleId,
    chargeId,
    linkId: order.linkId,
    paysDue: forOther !== undefined,
    invoiceId,
    gateway: gateway.id,
    amount: quote.totalKobo,
    email: order.email,
    // A company's invoices are not charged by themselves.
    autoPayConsent: gateway.savedCards === null || invoiceId !== null ? null : order.autoPayConsent,
  };
  const { attempt, ours } = await claimAttempt(deps, {
    ...bought,
    payerName: forOther?.payerName ?? null,
    creditUsed: quote.creditUsedKobo,
    quote: snapshotOf(quote),
    description: priced.description,
    openKey: openKeyOf(bought),
    createdAt: now,
    updatedAt: now,
    nextCheckAt: new Date(now.getTime() + deps.gatewayTimeoutMs + 5000),
  });
  const url = ours ? await openAtGateway(deps, gateway, attempt, payer) : await waitForPage(deps, attempt);
  return { gateway, url, reference: attempt.reference };
}

/**
 * Prices what a customer wants, compares it with the amount they saw, and opens a payment of it as
 * openPayment does. Throws what the quote of the product throws, payment.amount-changed (with the
 * quote), payment.nothing-due, and what openPayment throws.
 */
export async function initializePayment(
  deps: BillingDependencies,
  order: Wish & {
    readonly lineId: number;
    readonly gatewayId: string;
    readonly amountNaira: number;
    readonly email: string;
    readonly payer: Payer;
    /** The consent text of a payer who wants this card to be charged from now on. */
    readonly autoPayConsent?: string | null;
    /** It is a part of what is due. */
    readonly isPart?: boolean;
  },
): Promise<OpenedPayment> {
  const { payer, gatewayId, email, autoPayConsent = null } = order;
  const gateway = deps.gateways.find(({ id }) => id === gatewayId);
  if (!gateway) throw new ApiError('payment.unknown-gateway');
  const now = deps.clock();
  const priced = await runTransaction(deps.database, async (tx) => {
    const product = deps.products[kindOfWish(order)];
    const priced = await product.quote(deps, tx, { ...order, userId: payer.id, now });
    if (order.isPart) return pricePart(tx, priced, { ...order, gateway });
    assertAmount(priced.quote, order.amountNaira);
    return priced;
  });
  return openPayment(deps, { priced, gatewayId, email, payer, linkId: null, autoPayConsent });
}
