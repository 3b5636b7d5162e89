import * as z from 'zod/mini';
import type { PaymentKeys } from './stored-payment.ts';

const CHANNEL = 'payment';
const ANSWER_WITHIN_MS = 600;

const notice = z.object({ kind: z.enum(['returned', 'taken']), reference: z.string(), gateway: z.string() });
type Notice = z.infer<typeof notice>;

/**
 * The payment that the gateway sends the browser back with, `/payment?reference=…&gateway=…`, or
 * null.
 */
export function readPaymentReturn(search: URLSearchParams): PaymentKeys | null {
  const reference = search.get('reference');
  const gateway = search.get('gateway');
  return reference && gateway ? { reference, gateway } : null;
}

/**
 * Offers a returned payment to the window that opened it. True when that window took it over; false
 * when none answered in time (it was closed, or the payment ran in this very tab), so that this
 * window must verify by itself.
 */
export function offerReturn(keys: PaymentKeys): Promise<boolean> {
  if (typeof BroadcastChannel === 'undefined') return Promise.resolve(false);
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const parsed = notice.safeParse(data);
      if (!parsed.success || parsed.data.kind !== 'taken' || parsed.data.reference !== keys.reference) return;
      clearTimeout(timer);
      resolve(true);
    };
    channel.postMessage({ kind: 'returned', ...keys } satisfies Notice);
  }).finally(() => channel.close());
}

/**
 * Receives returned payments for which `mine` is true, and passes them to `onReturn`. Returns a
 * function that stops it.
 */
export function listenForReturns(
  mine: (keys: PaymentKeys) => boolean,
  onReturn: (keys: PaymentKeys) => void,
): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const parsed = notice.safeParse(data);
    if (!parsed.success || parsed.data.kind !== 'returned') return;
    const { reference, gateway } = parsed.data;
    if (!mine({ reference, gateway })) return;
    channel.postMessage({ kind: 'taken', reference, gateway } satisfies Notice);
    onReturn({ reference, gateway });
  };
  return () => channel.close();
}
