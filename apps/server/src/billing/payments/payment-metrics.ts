import type { GatewayId } from '@portal/contract/billing/payments/payments';
import { paidOutGateway } from '@portal/contract/billing/payments/staff-payouts';
import { Counter, Histogram, type Registry } from 'prom-client';
import { isPaidOutByStaff } from './payment.policy.ts';
import type { PaymentRow } from './payment.repository.ts';

/** From a card that is approved at once to a transfer that takes a day. */
const SETTLEMENT_BUCKETS_S = [5, 15, 30, 60, 120, 300, 900, 3600, 6 * 3600, 24 * 3600];

const PAYMENT_OUTCOMES = ['successful', 'failed', 'abandoned', 'review'] as const;
const CHARGE_KINDS = ['card', 'mandate'] as const;
const CHARGE_OUTCOMES = ['paid', 'declined', 'abandoned'] as const;
const WEBHOOK_OUTCOMES = ['processed', 'duplicate', 'parked', 'rejected'] as const;

export type PaymentMetrics = {
  /** A payment has reached a final state. Call it after the commit. */
  readonly countPayment: (
    payment: Pick<PaymentRow, 'gateway' | 'createdAt'>,
    outcome: (typeof PAYMENT_OUTCOMES)[number],
    now: Date,
  ) => void;
  /** An automatic charge of a card or bank account is decided. Call it after the commit. */
  readonly countCharge: (kind: 'card' | 'mandate', outcome: (typeof CHARGE_OUTCOMES)[number]) => void;
  /** How a webhook ended; each ends once. */
  readonly countWebhook: (gateway: string, outcome: (typeof WEBHOOK_OUTCOMES)[number]) => void;
};

export function createPaymentMetrics(registry: Registry, gateways: readonly { readonly id: GatewayId }[]) {
  const registers = [registry];
  const labelNames = ['gateway', 'outcome'] as const;
  const payments = new Counter({
    name: 'payments_total',
    help: 'Payments that became successful, failed, abandoned, or were held for review. One that succeeds after all counts under both.',
    labelNames,
    registers,
  });
  const webhooks = new Counter({
    name: 'webhooks_total',
    help: 'Webhooks of the gateways: processed, duplicate, parked for staff, or rejected for a wrong signature.',
    labelNames,
    registers,
  });
  const charges = new Counter({
    name: 'auto_pay_charges_total',
    help: 'Automatic charges by what was charged and their outcome; abandoned: the bank waited for its customer in vain, or never answered.',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  });
  const settlement = new Histogram({
    name: 'payment_settlement_seconds',
    help: 'The time from opening a payment to its success.',
    labelNames: ['gateway'] as const,
    buckets: SETTLEMENT_BUCKETS_S,
    registers,
  });
  // A rate needs the zero before the first event.
  for (const { id: gateway } of gateways) {
    for (const outcome of PAYMENT_OUTCOMES) payments.inc({ gateway, outcome }, 0);
    for (const outcome of WEBHOOK_OUTCOMES) webhooks.inc({ gateway, outcome }, 0);
    settlement.zero({ gateway });
  }
  for (const kind of CHARGE_KINDS) for (const outcome of CHARGE_OUTCOMES) charges.inc({ kind, outcome }, 0);
  // Money at the counter, of a voucher or from an agent is there when it is recorded: it can only succeed, at once.
  for (const gateway of paidOutGateway.options) payments.inc({ gateway, outcome: 'successful' }, 0);
  return {
    countPayment: ({ gateway, createdAt }, outcome, now) => {
      payments.inc({ gateway, outcome });
      if (outcome !== 'successful' || isPaidOutByStaff({ gateway })) return;
      settlement.observe({ gateway }, Math.max(0, (now.getTime() - createdAt.getTime()) / 1000));
    },
    countCharge: (kind, outcome) => charges.inc({ kind, outcome }),
    countWebhook: (gateway, outcome) => webhooks.inc({ gateway, outcome }),
  } satisfies PaymentMetrics;
}
