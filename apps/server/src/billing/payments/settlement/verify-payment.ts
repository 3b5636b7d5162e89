import type { Clock } from '@portal/kernel/clock';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { isOpen } from '../payment.policy.ts';
import { findOwnPayment, type Payment } from '../payment.repository.ts';
import { settlePayment } from './settle-payment.ts';

const ASKS_AT_ONCE = 10;
const ASK_EVERY_MS = 2000;
const MAX_KEYS = 10_000;

/**
 * Lets each key call ten times at once and then every two seconds; the oldest keys are evicted
 * first.
 */
function createCallLimit(clock: Clock): (key: string) => boolean {
  const asked = new Map<string, { readonly tokens: number; readonly at: number }>();
  return (key) => {
    const at = clock().getTime();
    const last = asked.get(key) ?? { tokens: ASKS_AT_ONCE, at };
    const tokens = Math.min(ASKS_AT_ONCE, last.tokens + Math.max(at - last.at, 0) / ASK_EVERY_MS);
    asked.delete(key);
    asked.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at });
    if (asked.size > MAX_KEYS) for (const oldest of asked.keys()) return asked.delete(oldest) && tokens >= 1;
    return tokens >= 1;
  };
}

/**
 * The customer's "Verify": asks the gateway about one of their own payments and settles its answer.
 * A decided payment is answered from the row. Concurrent clicks cause one call, and endless
 * clicking is answered from the row too. Throws payment.not-found, also for unknown references,
 * another customer's, or those of another gateway; then no gateway is asked.
 */
export function createVerifyPayment(deps: BillingDependencies) {
  const mayCall = createCallLimit(deps.clock);
  const underWay = new Map<string, Promise<Payment>>();

  const ask = (payment: Payment): Promise<Payment> => {
    const running = underWay.get(payment.id);
    if (running) return running;
    if (!mayCall(`payment ${payment.id}`) || !mayCall(`user ${payment.userId}`)) return Promise.resolve(payment);
    const asking = settlePayment(deps, payment, 'customer')
      .then((settlement) => settlement.payment)
      .finally(() => underWay.delete(payment.id));
    underWay.set(payment.id, asking);
    return asking;
  };

  return async (claim: {
    readonly userId: number;
    readonly reference: string;
    readonly gateway: string;
  }): Promise<Payment> => {
    const payment = await findOwnPayment(deps.database, claim);
    if (!payment) throw new ApiError('payment.not-found');
    return isOpen(payment.status) ? ask(payment) : payment;
  };
}
