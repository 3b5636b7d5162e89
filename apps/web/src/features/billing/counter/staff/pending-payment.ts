import { takeCounterPayment } from '@portal/contract/billing/staff-counter';
import { ApiError } from '../../../../shared/api/api-error.ts';
import type { CounterPayment } from './api/take-counter-payment.ts';

/**
 * A payment that was sent and not answered, kept on the device with its request id, so that a lost
 * connection, a reload or a closed window cannot take it twice.
 */
export type PendingPayment = {
  readonly read: () => CounterPayment | null;
  readonly keep: (payment: CounterPayment) => void;
  readonly forget: () => void;
};

/** Of one member of staff and one customer. */
export function pendingPayment(storage: Storage, staffId: number, customerId: number): PendingPayment {
  const key = `counter-payment:${staffId}:${customerId}`;
  return {
    read: () => {
      try {
        return takeCounterPayment.body.safeParse(JSON.parse(storage.getItem(key) ?? '')).data ?? null;
      } catch {
        return null;
      }
    },
    keep: (payment) => storage.setItem(key, JSON.stringify(payment)),
    forget: () => storage.removeItem(key),
  };
}

/** Whether the server may have recorded a payment although it did not say so. */
export function isUnanswered(failure: unknown): boolean {
  return !(failure instanceof ApiError) || failure.status >= 500;
}
