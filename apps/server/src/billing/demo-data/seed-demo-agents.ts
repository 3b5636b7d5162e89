import { paymentReference } from '@portal/kernel/billing/payment-reference';
import { voucherSerial } from '@portal/kernel/billing/voucher-pin';
import { daysBefore, lagosDate, lagosMidnight } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import { type Kobo, shareOf, toKobo } from '@portal/kernel/money';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { type AgentRow, insertAgent, insertSale } from '../agents/agent.repository.ts';
import { readAgents } from '../agents/read-agents.ts';
import { keepCommission } from '../agents/sell-at-agent.ts';
import { priceCredit } from '../credit/price-credit.ts';
import { appendEvent, decidePayment, insertPayment, type PaymentRow } from '../payments/payment.repository.ts';
import { creditReceived } from '../payments/settlement/fulfil-payment.ts';
import { snapshotOf } from '../pricing/quote-payment.ts';
import { insertBatch } from '../vouchers/batches/batch.repository.ts';
import { bookSale } from '../vouchers/batches/issue-batch.ts';
import type { Via } from '../vouchers/voucher.policy.ts';
import { claimVoucher, insertVouchers, recordVoucherPayment } from '../vouchers/voucher.repository.ts';
import { type DemoCustomer, demoDependencies } from './pay-demo-month.ts';

const AGENT = { name: 'Mama Ngozi, Allen Avenue', phone: '+2348031234567', commissionBasisPoints: 300 };
const VOUCHER_KOBO = toKobo(100_000);
const VOUCHERS = 12;
const STOCK = { amount: toKobo(200_000), count: 20 };
const PIN_HASH_BYTES = 32;

/** Cash for a customer, by their place in the list: days ago, and how much. */
const SALES: readonly (readonly [customer: number, daysAgo: number, kobo: number])[] = [
  [0, 3, 500_000],
  [1, 2, 200_000],
  [2, 1, 350_000],
];
/** Vouchers that were used: by whom, days ago, and how. */
const USED: readonly (readonly [customer: number, daysAgo: number, via: Via])[] = [
  [1, 4, 'web'],
  [0, 2, 'ussd'],
  [2, 1, 'agent'],
];

/** The midnight in Lagos that ends the last day. */
const aYearAfter = (at: Date) => lagosMidnight(lagosDate(daysBefore(at, -366)));

type Deps = { readonly clock: Clock; readonly randomBytes: (size: number) => Buffer };
type Payer = Pick<DemoCustomer, 'id' | 'email'>;
type Money = {
  readonly payer: Payer;
  readonly amountKobo: Kobo;
  readonly gateway: 'agent' | 'voucher';
  readonly agentId: number | null;
  /** The agent's name, or the voucher's serial number. */
  readonly channel: string;
  readonly at: Date;
};

/** Money of the past that became credit, through the same steps as real money. */
async function receive(tx: Transaction, deps: Deps, { payer, amountKobo, at, ...money }: Money): Promise<PaymentRow> {
  const priced = await priceCredit(tx, { lineId: payer.id, amountKobo });
  const payment = await insertPayment(tx, {
    amount: priced.quote.totalKobo,
    creditUsed: priced.quote.creditUsedKobo,
    quote: snapshotOf(priced.quote),
    description: priced.description,
    reference: paymentReference(deps.randomBytes(14)),
    userId: payer.id,
    email: payer.email,
    subscriptionId: priced.subscriptionId,
    periodNumber: priced.periodNumber,
    planId: priced.quote.plan.id,
    gateway: money.gateway,
    agentId: money.agentId,
    createdAt: at,
    updatedAt: at,
  });
  if (!payment) throw new Error('a payment of the demo data could not be written');
  const gatewayReference = money.gateway === 'voucher' ? money.channel : null;
  await decidePayment(tx, payment.id, {
    status: 'successful',
    paidAt: at,
    channel: money.channel,
    gatewayReference,
    now: at,
  });
  const { reference, currency } = payment;
  const details = { status: 'demo', reference, amountKobo, currency };
  await appendEvent(tx, { paymentId: payment.id, kind: 'confirmed', source: 'staff', details, now: at });
  await creditReceived(demoDependencies, tx, payment, amountKobo, 'staff', at);
  return payment;
}

async function sellFor(tx: Transaction, deps: Deps, agent: AgentRow, payer: Payer, amountKobo: Kobo, at: Date) {
  const commission = shareOf(amountKobo, agent.commissionBasisPoints, 10_000);
  const channel = agent.name;
  const payment = await receive(tx, deps, { payer, amountKobo, gateway: 'agent', agentId: agent.id, channel, at });
  const clientRequestId = `demo-${payment.reference}`;
  await insertSale(tx, { paymentId: payment.id, clientRequestId, agentId: agent.id, commission, createdAt: at });
  await keepCommission(tx, agent, payment, commission, at);
}

/** A batch that the agent has bought; its PINs are nobody's, since only their hashes were ever made. */
async function sellVouchers(tx: Transaction, deps: Deps, agent: AgentRow, at: Date): Promise<string[]> {
  const batch = await insertBatch(tx, {
    amount: VOUCHER_KOBO,
    count: VOUCHERS,
    expiresAt: aYearAfter(at),
    agentId: agent.id,
    discount: shareOf(VOUCHER_KOBO, agent.commissionBasisPoints, 10_000),
    status: 'issued',
    createdBy: agent.createdBy,
    createdAt: at,
    issues: 1,
    issuedBy: agent.createdBy,
    issuedAt: at,
  });
  if (!batch) throw new Error('the vouchers of the demo data could not be written');
  const hashes = Array.from({ length: VOUCHERS }, () => deps.randomBytes(PIN_HASH_BYTES).toString('base64url'));
  await insertVouchers(
    tx,
    batch,
    hashes.map((pinHash, place) => ({ index: place + 1, pinHash })),
  );
  await bookSale(tx, batch, at);
  return hashes;
}

async function redeem(tx: Transaction, deps: Deps, used: { payer: Payer; pinHash: string; via: Via; at: Date }) {
  const { payer, pinHash, via, at } = used;
  const voucher = await claimVoucher(tx, { pinHash, via, now: at });
  if (!voucher) throw new Error('a voucher of the demo data could not be used');
  const channel = voucherSerial(voucher.batch, voucher.index);
  const money = { payer, amountKobo: voucher.amount, gateway: 'voucher', agentId: null, channel, at } as const;
  await recordVoucherPayment(tx, voucher, (await receive(tx, deps, money)).id);
}

/**
 * An agent of the demo provider, for whom the demo member of staff sells, with cash that they took, vouchers that
 * they bought and some customers used, and a batch whose PINs are still to be handed out. Once; safe to repeat,
 * also from several instances.
 */
export async function seedDemoAgents(
  database: Database,
  deps: Deps,
  { staffId, customers }: { readonly staffId: number; readonly customers: readonly Payer[] },
): Promise<void> {
  if ((await readAgents(database)).length > 0) return;
  const now = deps.clock();
  await runTransaction(database, async (tx) => {
    const createdAt = daysBefore(now, 7);
    const values = { ...AGENT, creditLimit: toKobo(15_000_000), staffId, createdBy: staffId, createdAt };
    const agent = await insertAgent(tx, values);
    // Null: another instance was faster.
    if (!agent) return;
    const hashes = await sellVouchers(tx, deps, agent, daysBefore(now, 6));
    const events = [
      ...USED.map(([customer, daysAgo, via], place) => ({ customer, daysAgo, via, pinHash: hashes[place] ?? '' })),
      ...SALES.map(([customer, daysAgo, kobo]) => ({ customer, daysAgo, kobo })),
    ].toSorted((one, other) => other.daysAgo - one.daysAgo);
    for (const { customer, daysAgo, ...event } of events) {
      const payer = customers[customer];
      if (!payer) continue;
      const at = daysBefore(now, daysAgo);
      if ('kobo' in event) await sellFor(tx, deps, agent, payer, toKobo(event.kobo), at);
      else await redeem(tx, deps, { ...event, payer, at });
    }
    await insertBatch(tx, {
      ...STOCK,
      expiresAt: aYearAfter(now),
      agentId: agent.id,
      discount: shareOf(STOCK.amount, agent.commissionBasisPoints, 10_000),
      status: 'approved',
      createdBy: staffId,
      createdAt: daysBefore(now, 1),
    });
  });
}
