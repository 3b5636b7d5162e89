import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { lazyComponent } from '../../../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { useAutoPay } from '../api/auto-pay.ts';
import { AutoPayOffer } from './auto-pay-offer.tsx';
import { AutoPaySettings } from './auto-pay-settings.tsx';

/** Only those who are on auto-pay, or may have a bank account charged, load it. */
const AutoPayMethods = lazyComponent(
  async () => (await import('../../mandates/components/auto-pay-methods.tsx')).AutoPayMethods,
);

const PLACE = 'auto-pay';

/**
 * How renewals are paid: automatically with a saved card, or manually. The target of 'Set Up
 * Auto-Pay'.
 */
export function AutoPayPanel() {
  const t = useText();
  const autoPay = useAutoPay();
  return (
    <AsyncBoundary
      query={autoPay}
      failure={t('We could not load your Auto-Pay')}
      skeleton={<Skeleton className="h-52 w-full rounded-panel" />}
    >
      {(loaded) => <Loaded autoPay={loaded} />}
    </AsyncBoundary>
  );
}

function Loaded({ autoPay }: { autoPay: AutoPayView }) {
  const t = useText();
  const { state } = autoPay;
  const heading = useTabFocus();
  return (
    <Panel className="flex flex-col" id={PLACE}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="h4 scroll-mt-24 outline-none" ref={heading} tabIndex={-1}>
          {t('Auto-Pay')}
        </h2>
        {state === 'on' && (
          <Badge kind="ok" icon={CircleCheck}>
            {t('On')}
          </Badge>
        )}
        {state === 'off' && <Badge kind="mute">{t('Off')}</Badge>}
        {state === 'stopped' && (
          <Badge kind="bad" icon={TriangleAlert}>
            {t('Stopped')}
          </Badge>
        )}
      </div>
      {state === 'stopped' && autoPay.card && (
        <Alert kind="warn" className="mb-4">
          {t('{card} cannot be charged any more. Pay your bill by hand, or set Auto-Pay up again.', {
            card: t(autoPay.card.label),
          })}
        </Alert>
      )}
      {state === 'on' ? <AutoPaySettings autoPay={autoPay} /> : <AutoPayOffer autoPay={autoPay} />}
      {(state === 'on' || autoPay.hasMandates) && (
        <Suspense fallback={<Skeleton className="mt-5 h-24 w-full" />}>
          <AutoPayMethods autoPay={autoPay} />
        </Suspense>
      )}
    </Panel>
  );
}

/** Scrolls to the panel for an address like /payment#auto-pay. */
function useTabFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every arrival counts, also at the address that is open already.
  useEffect(() => {
    if (hash !== `#${PLACE}`) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [hash, key]);
  return heading;
}
