import { brand } from '@portal/brand';
import { paymentReference } from '@portal/kernel/billing/payment-reference';
import { FIRST_VAT_RATE } from '@portal/kernel/billing/vat';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { initialSettings } from '../../platform/settings/initial-settings.ts';
import { sellerOf } from '../invoices/seller.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import { appendEvent, decidePayment, insertPayment } from '../payments/payment.repository.ts';
import { fulfilPayment } from '../payments/settlement/fulfil-payment.ts';
import { computeQuote, type Quote } from '../pricing/quote.policy.ts';
import { products } from '../products.ts';
import { hasFirstMonthDiscount } from '../referrals/has-first-month-discount.ts';
import { ensureSubscription } from '../subscriptions/ensure-subscription.ts';

export type DemoCustomer = { readonly id: number; readonly email: string; readonly referralCode: string };

type Plan = typeof servicePlans.$inferSelect;

type DemoMonth = {
  readonly payer: DemoCustomer;
  readonly planName: string;
  readonly gateway: string;
  /** The past moment of the payment. */
  readonly due: Date;
  readonly randomBytes: (size: number) => Buffer;
};

/**
 * Mail about the past would only confuse, and the network is seeded for the present alone.
 */
const ownSettings = initialSettings(
  brand,
  {
    seller: { taxId: null, registrationNumber: null },
    renewals: { invoiceDays: 7, graceDays: 3 },
    refundApprovalAboveNaira: 50_000,
  },
  {},
);
const deps: Parameters<typeof fulfilPayment>[0] = {
  products,
  seller: () => sellerOf({ get: (subject) => ownSettings[subject] }),
  vatRate: () => FIRST_VAT_RATE,
  queueEmail: async () => {},
  notify: async () => {},
  publish: async () => {},
};

async function findPlan(tx: Transaction, name: string): Promise<Plan> {
  const [plan] = await tx.select().from(servicePlans).where(eq(servicePlans.name, name));
  if (!plan) throw new Error(`the catalogue has no plan ${name}`);
  return plan;
}

async function quoteMonth(tx: Transaction, userId: number, plan: Plan): Promise<Quote> {
  return computeQuote({
    planName: plan.name,
    priceKobo: plan.price,
    firstMonth: await hasFirstMonthDiscount(tx, userId),
    autoPay: false,
    addedVat: 0,
    creditKobo: await findCredit(tx, userId),
  });
}

/**
 * One month paid in the past, through the same steps as a real payment, so that the ledger is
 * consistent. Returns the end of the paid time.
 */
export async function payDemoMonth(tx: Transaction, month: DemoMonth): Promise<Date> {
  const { payer, gateway, due } = month;
  const plan = await findPlan(tx, month.planName);
  const line = await ensureSubscription(tx, {
    lineId: payer.id,
    plan: { id: plan.id, priceKobo: plan.price },
    now: due,
  });
  const quote = await quoteMonth(tx, payer.id, plan);
  const reference = paymentReference(month.randomBytes(14));
  const payment = await insertPayment(tx, {
    reference,
    userId: payer.id,
    subscriptionId: line.subscriptionId,
    planId: plan.id,
    periodNumber: line.nextPeriodNumber,
    gateway,
    amount: quote.totalKobo,
    creditUsed: quote.creditUsedKobo,
    quote: { planName: plan.name, monthlyFeeKobo: plan.price, lines: [...quote.lines] },
    email: payer.email,
    description: `${plan.name}, one month`,
    createdAt: due,
    updatedAt: due,
  });
  if (!payment) throw new Error(`the payment ${reference} of the demo data could not be written`);
  await decidePayment(tx, payment.id, {
    status: 'successful',
    paidAt: due,
    channel: 'card',
    gatewayReference: null,
    now: due,
  });
  const details = { status: 'demo', reference, amountKobo: quote.totalKobo, currency: payment.currency };
  await appendEvent(tx, { paymentId: payment.id, kind: 'confirmed', source: 'customer', details, now: due });
  const period = await fulfilPayment(deps, tx, payment, 'customer', due);
  if (!period) throw new Error(`the payment ${reference} of the demo data bought nothing`);
  return period.endsAt;
}
