import type { PromisesOfLine } from '@portal/contract/billing/payment-promises';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { usePaymentPromises } from '../api/payment-promises.ts';
import { BlockedPromise } from './blocked-promise.tsx';
import { PromiseForm } from './promise-form.tsx';
import { RunningPromise } from './running-promise.tsx';

/** What the customer may promise, or has promised, where their bill is due. */
export function PaymentPromise({ onPay }: { onPay: () => void }) {
  const t = useText();
  const promises = usePaymentPromises();
  return (
    <AsyncBoundary
      query={promises}
      failure={t('We could not load your promises')}
      skeleton={<Skeleton className="h-80 w-full max-w-xl rounded-panel" />}
    >
      {(loaded) => <Loaded promises={loaded} onPay={onPay} />}
    </AsyncBoundary>
  );
}

function Loaded({ promises, onPay }: { promises: PromisesOfLine; onPay: () => void }) {
  const heading = useArrival();
  const { running, days, obstacle, nextFrom } = promises;
  if (running) return <RunningPromise promise={running} heading={heading} onPay={onPay} />;
  if (days) return <PromiseForm promises={promises} heading={heading} />;
  if (obstacle === 'promise.blocked' && nextFrom) return <BlockedPromise nextFrom={nextFrom} heading={heading} />;
  return null;
}

/** Moves to the part for an address like /payment?promise, to which the notice of a suspension leads. */
function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { search, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every arrival counts, also at the address that is open already.
  useEffect(() => {
    if (!new URLSearchParams(search).has('promise')) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [search, key]);
  return heading;
}
