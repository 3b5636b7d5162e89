import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { offerReturn, readPaymentReturn } from './payment-return.ts';
import type { PaymentKeys } from './stored-payment.ts';

export type ReturnedPayment =
  | { readonly state: 'none' }
  /** Waiting whether the window that opened the gateway's page takes over. */
  | { readonly state: 'asking'; readonly keys: PaymentKeys }
  /** It did: this window is not needed any more. */
  | { readonly state: 'handed-over' }
  /** It did not: this window verifies. */
  | { readonly state: 'here'; readonly keys: PaymentKeys };

/**
 * Detects that the gateway sent the browser back to this address, and finds out which window
 * continues.
 */
export function useReturnedPayment(): ReturnedPayment {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [returned, setReturned] = useState<ReturnedPayment>(() => {
    const keys = readPaymentReturn(search);
    return keys ? { state: 'asking', keys } : { state: 'none' };
  });
  useEffect(() => {
    if (returned.state !== 'asking') return;
    let stale = false;
    void offerReturn(returned.keys).then((taken) => {
      if (stale) return;
      if (taken) window.close();
      setReturned(taken ? { state: 'handed-over' } : { state: 'here', keys: returned.keys });
      // so that a reload does not ask about the same payment again
      void navigate('/payment', { replace: true });
    });
    return () => {
      stale = true;
    };
  }, [returned, navigate]);
  return returned;
}
