import type { GatewayId } from '@portal/contract/billing/payments/payments';
import type { Kobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { Gateway, ListedSuccess, Payer } from '../payments/gateways/gateway.port.ts';
import { appendEvent, type EventSource, type PaymentRow } from '../payments/payment.repository.ts';
import { settlePayment } from '../payments/settlement/settle-payment.ts';
import { findCardOwner, findPayee, insertLostPayment, type Payee } from './lost-payment.repository.ts';

/** No period has this number: what such an attempt brings becomes credit. */
const NO_PERIOD = 0;

const RECOVERED_DESCRIPTION = 'Payment found at the gateway';

/**
 * Writes the attempt anew whose row was lost with the database, to be settled as any other by what
 * the gateway says of it. The price of a first month that is not paid yet pays for that month; any
 * other sum becomes the customer's credit, since nobody knows what it was for, and renewals take an
 * unpaid month from there. Null when there is a payment with this reference.
 */
export async function reopenLostPayment(
  tx: Transaction,
  lost: {
    readonly gateway: GatewayId;
    readonly reference: string;
    readonly amountKobo: Kobo;
    readonly payee: Payee;
    readonly source: EventSource;
    readonly now: Date;
  },
): Promise<PaymentRow | null> {
  const { gateway, reference, amountKobo, payee, source, now } = lost;
  const { planName, monthlyFee, paidPeriods, ...payer } = payee;
  const isFirstMonth = paidPeriods === 0 && amountKobo === monthlyFee;
  const lines = [{ label: RECOVERED_DESCRIPTION, amountKobo }];
  const payment = await insertLostPayment(tx, {
    ...payer,
    gateway,
    reference,
    periodNumber: isFirstMonth ? 1 : NO_PERIOD,
    amount: amountKobo,
    status: 'pending',
    quote: { planName, monthlyFeeKobo: amountKobo, lines },
    description: RECOVERED_DESCRIPTION,
    createdAt: now,
    updatedAt: now,
    nextCheckAt: now,
  });
  if (payment) await appendEvent(tx, { paymentId: payment.id, kind: 'recovered', source, details: {}, now });
  return payment;
}

async function findPayeeOf({ database }: BillingDependencies, gateway: string, payer: Payer): Promise<Payee | null> {
  const email = payer.email.trim().toLowerCase();
  const { customerId } = payer;
  return customerId === null ? findCardOwner(database, { gateway, email }) : findPayee(database, { customerId, email });
}

/**
 * Recovers a payment that the gateway lists and our database lost, as after a restore: the gateway
 * is asked about it, and where its answer names a customer of ours by number and address it is
 * settled as their credit. False when it does not, or when that customer has no subscription yet:
 * then staff have to look.
 */
export async function recoverPayment(
  deps: BillingDependencies,
  gateway: Gateway,
  { reference, amountKobo }: ListedSuccess,
): Promise<boolean> {
  const finding = await gateway.confirm({ reference, amountKobo, gatewayReference: null });
  if (finding.kind !== 'paid' || !finding.facts.payer) return false;
  const payee = await findPayeeOf(deps, gateway.id, finding.facts.payer);
  if (!payee) return false;
  const now = deps.clock();
  const lost = { gateway: gateway.id, reference, amountKobo, payee, source: 'reconciliation', now } as const;
  const payment = await runTransaction(deps.database, (tx) => reopenLostPayment(tx, lost));
  if (!payment) return false;
  const settlement = await settlePayment(deps, { ...payment, receiptNumber: null }, 'reconciliation');
  deps.log.warn({ reference, status: settlement.payment.status }, 'a payment that the database lost was recovered');
  return settlement.payment.status === 'successful';
}
