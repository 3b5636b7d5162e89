import { useCallback, useEffect, useState } from 'react';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { isServiceUnavailable } from '../api/service-unavailable.ts';
import { useVerifyPayment, type Verification } from '../api/verify-payment.ts';
import { clearStoredPayment, type PaymentKeys } from './stored-payment.ts';

const CHECK_AGAIN_AFTER_MS = 5000;
/**
 * A minute of polling covers card payments; the server settles a slower bank transfer by itself.
 */
const CHECKS = 12;

export type PaymentVerification = {
  /** The last answer, or null before the first and after `forget`. */
  outcome: Verification | null;
  busy: boolean;
  /** Busy because the portal cannot save at the moment; it is tried again. */
  saving: boolean;
  /**
   * Verifies a payment, shows the outcome in a toast, and keeps polling for a minute while it is
   * pending.
   */
  verify: (keys: PaymentKeys) => void;
  forget: () => void;
};

/**
 * Verifies a payment (specification sections 4 and 8). One call at a time; more clicks change
 * nothing.
 */
export function useVerification(): PaymentVerification {
  const t = useText();
  const { mutateAsync, failureCount } = useVerifyPayment();
  const [outcome, setOutcome] = useState<Verification | null>(null);
  const [busy, setBusy] = useState(false);
  const [checking, setChecking] = useState<{ keys: PaymentKeys; left: number } | null>(null);
  const oneAtATime = useOneAtATime();

  const ask = useCallback(
    (keys: PaymentKeys, checksLeft: number) => {
      async function question() {
        try {
          const answer = await mutateAsync(keys);
          setOutcome(answer);
          announce(answer, t);
          if (answer.status === 'success') clearStoredPayment(keys.reference);
          setChecking(answer.status === 'pending' && checksLeft > 0 ? { keys, left: checksLeft - 1 } : null);
        } catch (failure) {
          setChecking(null);
          showFailure(failure, keys);
        }
        setBusy(false);
      }
      oneAtATime(question);
    },
    [mutateAsync, oneAtATime, t],
  );
  useEffect(() => {
    if (!checking) return;
    const timer = setTimeout(() => ask(checking.keys, checking.left), CHECK_AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [checking, ask]);

  const verify = useCallback(
    (keys: PaymentKeys) => {
      setBusy(true);
      ask(keys, CHECKS);
    },
    [ask],
  );
  const forget = useCallback(() => {
    setOutcome(null);
    setChecking(null);
  }, []);
  return { outcome, busy, saving: busy && failureCount > 0, verify, forget };
}

function announce(answer: Verification, t: Translate): void {
  if (answer.status === 'success') {
    toast({
      title: 'Payment Successful',
      description: t('{amount} received.', { amount: formatExactNaira(answer.data.amount) }),
    });
  }
  if (answer.status === 'failed' || answer.status === 'abandoned') {
    toast({ title: 'Payment Verification Failed', description: answer.message, variant: 'destructive' });
  }
}

/**
 * A payment that is not this customer's, or no longer known, is removed; after any other failure it
 * can be verified again.
 */
function showFailure(failure: unknown, keys: PaymentKeys): void {
  if (failure instanceof ApiError && failure.status === 401) return;
  if (isServiceUnavailable(failure)) {
    toast({
      title: 'We are saving your payment',
      description: 'It takes longer than usual. Your payment is not lost: verify again in a moment.',
    });
    return;
  }
  if (failure instanceof ApiError && failure.code === 'payment.not-found') clearStoredPayment(keys.reference);
  toast({
    title: 'Payment Verification Failed',
    description: messageOf(
      failure,
      'We could not check it just now. Your payment is not lost: verify again in a moment.',
    ),
    variant: 'destructive',
  });
}
