import { Counter, type Registry } from 'prom-client';
import type { Via } from './voucher.policy.ts';

const OUTCOMES = ['used', 'already-used', 'expired', 'stopped', 'unknown', 'mistyped', 'throttled'] as const;
const WAYS: readonly Via[] = ['web', 'ussd', 'sms', 'whatsapp', 'counter', 'agent'];

export type VoucherMetrics = {
  readonly countRedeemed: (via: Via, outcome: (typeof OUTCOMES)[number]) => void;
};

export function createVoucherMetrics(registry: Registry): VoucherMetrics {
  const redeemed = new Counter({
    name: 'voucher_codes_total',
    help: 'Codes of vouchers that somebody entered, by the way they came and what became of them.',
    labelNames: ['via', 'outcome'] as const,
    registers: [registry],
  });
  // A rate needs the zero before the first event.
  for (const via of WAYS) for (const outcome of OUTCOMES) redeemed.inc({ via, outcome }, 0);
  return { countRedeemed: (via, outcome) => redeemed.inc({ via, outcome }) };
}
