import { toKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { issueInvoices } from '../invoices/issue-invoices.ts';
import { lockChargeInvoice } from '../invoices/issued-invoice.repository.ts';
import { computeQuote } from '../pricing/quote.policy.ts';
import { findSubscription } from '../subscriptions/find-subscription.ts';
import { type ChargeRow, findChargeByRequest, findChargeProduct, insertCharge } from './charge.repository.ts';

type Order = {
  readonly userId: number;
  readonly lineId: number;
  readonly staffId: number;
  readonly productId: string;
  readonly quantity: number;
  readonly clientRequestId: string | null;
};

/** The charge that the form has made before. Throws counter.request-reused where it was another. */
async function findRepeat(tx: Transaction, order: Order): Promise<ChargeRow | null> {
  const before = order.clientRequestId === null ? null : await findChargeByRequest(tx, order.clientRequestId);
  if (!before) return null;
  const isSame =
    before.userId === order.userId && before.productId === order.productId && before.quantity === order.quantity;
  if (!isSame) throw new ApiError('counter.request-reused');
  return before;
}

async function create(deps: BillingDependencies, tx: Transaction, order: Order): Promise<ChargeRow> {
  const { userId, staffId, quantity, clientRequestId } = order;
  const now = deps.clock();
  await lockCustomer(tx, 'charge', userId);
  const before = await findRepeat(tx, order);
  if (before) return before;
  const product = await findChargeProduct(tx, order.productId);
  if (!product) throw new ApiError('charge-product.not-found');
  const subscription = await findSubscription(tx, order.lineId);
  const item = quantity === 1 ? product.name : `${product.name}, ${quantity} times`;
  const { lines, totalKobo, vatRate } = computeQuote({
    planName: product.name,
    item,
    priceKobo: toKobo(product.price * quantity),
    firstMonth: false,
    autoPay: false,
    addedVat: product.bearsVat ? deps.addedVat() : 0,
    creditKobo: toKobo(0),
  });
  const untaxed = product.bearsVat ? null : { category: product.untaxedAs ?? ('exempt' as const), rate: 0 };
  const { id: subscriptionId = null, planId = null } = subscription ?? {};
  const supply = {
    userId,
    subscriptionId,
    planId,
    periodNumber: 1,
    kind: 'charge' as const,
    totalKobo,
    vatRate: product.bearsVat ? vatRate : 0,
    lines: lines.map((line) => ({ ...line, ...(untaxed && { vat: untaxed }) })),
  };
  const [invoiceNumber = ''] = await issueInvoices(
    deps,
    tx,
    [{ ...supply, startsAt: now, endsAt: now, dueAt: now, paid: null }],
    now,
  );
  const { id: productId } = product;
  const values = { userId, subscriptionId, productId, quantity, invoiceNumber, clientRequestId, chargedBy: staffId };
  const charge = await insertCharge(tx, { ...values, createdAt: now });
  await recordAudit(tx, {
    actorId: staffId,
    action: 'charge.create',
    subject: `customer:${userId}`,
    before: null,
    after: { charge: charge.id, item, amountKobo: totalKobo, invoiceNumber },
  });
  return charge;
}

/**
 * Charges a customer once for a product, at its price of now with its VAT, with an open invoice. Audited.
 * A repeat of the form makes no other. Throws charge-product.not-found,
 * counter.request-reused.
 */
export async function createCharge(deps: BillingDependencies, order: Order) {
  const made = await runTransaction(deps.database, async (tx) => {
    const charge = await create(deps, tx, order);
    const invoice = await lockChargeInvoice(tx, charge.id);
    if (!invoice) throw new Error(`charge ${charge.id} has no invoice`);
    return { charge, invoice };
  });
  deps.publishLiveUpdate(order.userId, 'payments');
  return made;
}
