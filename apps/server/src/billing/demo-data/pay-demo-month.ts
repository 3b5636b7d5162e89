import { brand } from '@portal/brand';
import { paymentReference } from '@portal/kernel/billing/payment-reference';
import { FIRST_VAT_RATE } from '@portal/kernel/billing/vat';
import type { Kobo } from '@portal/kernel/money';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { initialSettings } from '../../platform/settings/initial-settings.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listOpenCharges } from '../charges/charge.repository.ts';
import { sellerOf } from '../invoices/seller.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import { appendEvent, decidePayment, insertPayment, type NewPayment } from '../payments/payment.repository.ts';
import { fulfilPayment } from '../payments/settlement/fulfil-payment.ts';
import { computeQuote, type Quote } from '../pricing/quote.policy.ts';
import { products } from '../products.ts';
import { hasFirstMonthDiscount } from '../referrals/has-first-month-discount.ts';
import { ensureSubscription } from '../subscriptions/ensure-subscription.ts';

export type DemoCustomer = { readonly id: number; readonly email: string; readonly referralCode: string };

type Plan = typeof servicePlans.$inferSelect;

type DemoPayment = {
  readonly payer: DemoCustomer;
  readonly gateway: string;
  /** The past moment of the payment. */
  readonly due: Date;
  readonly randomBytes: (size: number) => Buffer;
};

/** Mail about the past would only confuse, and what the network makes of it is seeded there. */
const ownSettings = initialSettings(
  brand,
  {
    seller: { taxId: null, registrationNumber: null },
    renewals: { invoiceDays: 7, graceDays: 3 },
    refundApprovalAboveNaira: 50_000,
  },
  {},
);
/** What billing needs for the demo data's past. */
export const demoDependencies: Parameters<typeof fulfilPayment>[0] & Pick<BillingDependencies, 'addedVat'> = {
  products,
  seller: () => sellerOf({ get: (subject) => ownSettings[subject] }),
  vatRate: () => FIRST_VAT_RATE,
  addedVat: () => 0,
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

type Bought = Pick<NewPayment, 'subscriptionId' | 'planId' | 'periodNumber' | 'chargeId' | 'description'> & {
  readonly quote: Quote;
  readonly plan: { readonly name: string; readonly priceKobo: Kobo };
};

/** Pays through the same steps as a real payment, so that the ledger is consistent. */
async function payByCard(tx: Transaction, paid: DemoPayment, { quote, plan, ...bought }: Bought): Promise<Date> {
  const { payer, gateway, due } = paid;
  const reference = paymentReference(paid.randomBytes(14));
  const payment = await insertPayment(tx, {
    ...bought,
    reference,
    userId: payer.id,
    gateway,
    amount: quote.totalKobo,
    creditUsed: quote.creditUsedKobo,
    quote: { planName: plan.name, monthlyFeeKobo: plan.priceKobo, lines: [...quote.lines] },
    email: payer.email,
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
  const period = await fulfilPayment(demoDependencies, tx, payment, 'customer', due);
  if (!period) throw new Error(`the payment ${reference} of the demo data bought nothing`);
  return period.endsAt;
}

/** One month paid in the past. Returns the end of the paid time. */
export async function payDemoMonth(tx: Transaction, month: DemoPayment & { readonly planName: string }): Promise<Date> {
  const { payer, due } = month;
  const plan = await findPlan(tx, month.planName);
  const line = await ensureSubscription(tx, {
    lineId: payer.id,
    plan: { id: plan.id, priceKobo: plan.price },
    now: due,
  });
  return payByCard(tx, month, {
    subscriptionId: line.subscriptionId,
    planId: plan.id,
    periodNumber: line.nextPeriodNumber,
    quote: await quoteMonth(tx, payer.id, plan),
    plan: { name: plan.name, priceKobo: plan.price },
    description: `${plan.name}, one month`,
  });
}

/** The open one-off charges of a customer, paid in the past. */
export async function payDemoCharges(tx: Transaction, payment: DemoPayment): Promise<void> {
  const { id: userId } = payment.payer;
  for (const { charge } of await listOpenCharges(tx, userId)) {
    const { subscriptionId, periodNumber, chargeId, description, quote } = await products.charge.quote(
      demoDependencies,
      tx,
      { userId, lineId: userId, planId: '', purpose: 'period', chargeId: charge.id, now: payment.due },
    );
    const { id: planId, ...plan } = quote.plan;
    await payByCard(tx, payment, { subscriptionId, planId, periodNumber, chargeId, description, quote, plan });
  }
}
