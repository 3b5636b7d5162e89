import { toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { insertCharge } from '../charges/charge.repository.ts';
import { issueInvoices } from '../invoices/issue-invoices.ts';
import { computeQuote } from '../pricing/quote.policy.ts';
import type { SubscriptionRow } from '../subscriptions/subscription.repository.ts';
import { type AddonRow, findAccountOf } from './addon.repository.ts';

export type AddonDependencies = Pick<BillingDependencies, 'clock' | 'publish' | 'seller' | 'vatRate' | 'addedVat'>;

/**
 * Charges an add-on for a time that the line has paid for without it, by an open invoice of its own that
 * has the VAT of the day. The key of the month makes a second charge a unique violation. Nothing for a sum
 * of zero. Returns the number of the invoice. Takes the lock of the invoices' numbers: call it last.
 */
export async function chargeAddon(
  deps: AddonDependencies,
  tx: Transaction,
  order: {
    readonly subscription: SubscriptionRow;
    readonly addon: AddonRow;
    readonly periodNumber: number;
    readonly item: string;
    readonly priceKobo: number;
    readonly now: Date;
  },
): Promise<string | null> {
  const { subscription, addon, periodNumber, item, priceKobo, now } = order;
  if (priceKobo <= 0) return null;
  const userId = await findAccountOf(tx, subscription.id);
  const { lines, totalKobo, vatRate } = computeQuote({
    planName: addon.name,
    item,
    priceKobo: toKobo(priceKobo),
    firstMonth: false,
    autoPay: false,
    addedVat: deps.addedVat(),
    creditKobo: toKobo(0),
  });
  const { id: subscriptionId, planId } = subscription;
  const supply = { userId, subscriptionId, planId, periodNumber, kind: 'charge' as const, lines, totalKobo, vatRate };
  const [invoiceNumber = ''] = await issueInvoices(
    deps,
    tx,
    [{ ...supply, startsAt: now, endsAt: now, dueAt: now, paid: null }],
    now,
  );
  await insertCharge(tx, {
    userId,
    subscriptionId,
    productId: addon.productId,
    quantity: 1,
    invoiceNumber,
    clientRequestId: `addon:${addon.id}:${periodNumber}`,
    chargedBy: addon.startedBy,
    createdAt: now,
  });
  return invoiceNumber;
}
