import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '../../../../shared/hydration/use-hydrated.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { loadOrReload } from '../../../../shared/site/load-or-reload.ts';
import { useSiteFacts } from '../../../../shared/site/site-facts.ts';
import { lazyComponent } from '../../../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Stepper } from '../../../../shared/ui/navigation/stepper.tsx';
import { codeInHash, type QuickPayStep, stepOf } from '../quick-pay-step.ts';
import { FindAccount } from './find-account.tsx';
import { QuickPayOff } from './quick-pay-off.tsx';

/** The calls and the later steps: whoever only reads the page fetches none of them (build/budgets.ts). */
const later = () => loadOrReload(() => import('./later-steps.tsx'));
const PayAccount = lazyComponent(async () => (await later()).PayAccount);
const PayByCode = lazyComponent(async () => (await later()).PayByCode);
const QuickReceipt = lazyComponent(async () => (await later()).QuickReceipt);

const STEP = { find: 0, link: 1, pay: 1, receipt: 2 } as const;

/** Paying without signing in: find the account, pay, receipt. */
export function QuickPay() {
  const t = useText();
  const { pathname, hash, search, state } = useLocation();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const { quickPayOff } = useSiteFacts();
  const code = codeInHash(hash);
  useEffect(() => {
    // It leaves the address bar at once.
    if (code !== null) void navigate(pathname, { replace: true, state: { code } });
  }, [code, pathname, navigate]);
  // The prerendered page is the first step.
  const step: QuickPayStep = hydrated ? stepOf({ search, state }) : { is: 'find' };
  async function find(customer: string): Promise<void> {
    const { lookUp } = await later();
    const found = await lookUp(customer);
    void navigate(pathname, { state: { found } });
  }
  return (
    <div className="wrap pt-6 pb-16 lg:pt-10 lg:pb-24">
      <h1 className="h1">{t('Pay without signing in')}</h1>
      <p className="lead mt-3 mb-8 max-w-[32em] lg:mb-10">
        {t('Pay your own bill or somebody else’s. You need only the account number, phone or email.')}
      </p>
      {quickPayOff && step.is !== 'receipt' ? (
        <QuickPayOff />
      ) : (
        <>
          <div className="mb-8 max-w-[560px]">
            <Stepper
              label={t('Payment steps')}
              steps={[t('Find the account'), t('Pay'), t('Receipt')]}
              current={STEP[step.is]}
            />
          </div>
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-panel" />}>
            {step.is === 'find' && <FindAccount find={find} onTyping={() => void later().catch(() => undefined)} />}
            {step.is === 'link' && <PayByCode key={step.code} code={step.code} />}
            {step.is === 'pay' && <PayAccount key={step.found.token} found={step.found} />}
            {step.is === 'receipt' && <QuickReceipt key={step.reference} reference={step.reference} />}
          </Suspense>
        </>
      )}
    </div>
  );
}
