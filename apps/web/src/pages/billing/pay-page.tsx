import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { isLinkToken } from '../../features/billing/payment-links/use-link-token.ts';
import { QuickPay } from '../../features/channels/quick-pay/components/quick-pay.tsx';
import { useHydrated } from '../../shared/hydration/use-hydrated.ts';
import { lazyComponent } from '../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';

/** Few come by a link of staff. */
const PayByLinkPanel = lazyComponent(
  async () => (await import('../../features/billing/payment-links/components/pay-by-link-panel.tsx')).PayByLinkPanel,
);

/** /pay: paying without signing in, and where a payment link of staff leads. */
export function PayPage() {
  const { hash, search } = useLocation();
  const hydrated = useHydrated();
  const isByLink = isLinkToken(hash) || new URLSearchParams(search).has('link');
  if (!hydrated || !isByLink) return <QuickPay />;
  return (
    <div className="pay-by-link wrap grid max-w-[504px] gap-5 pt-8 pb-16 lg:pt-16 lg:pb-24">
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <PayByLinkPanel />
      </Suspense>
    </div>
  );
}
