import { useState } from 'react';
import type { FilledOrder } from '../../../features/billing/payments/use-order-form.ts';
import type { PayerDecision } from './fake-gateway.tsx';

/** The progress of the demonstration. It makes no request. */
export function usePaymentDemo() {
  const [order, setOrder] = useState<FilledOrder | null>(null);
  const [decision, setDecision] = useState<PayerDecision>('undecided');
  const [verified, setVerified] = useState<PayerDecision | null>(null);
  function begin(next: FilledOrder | null) {
    setOrder(next);
    setDecision('undecided');
    setVerified(null);
  }
  return {
    order,
    decision,
    /** The payer's decision when 'Verify Payment' was clicked last. */
    verified,
    pay: begin,
    decide: setDecision,
    verify: () => setVerified(decision),
    startAgain: () => begin(null),
  };
}

export type PaymentDemoState = ReturnType<typeof usePaymentDemo>;
