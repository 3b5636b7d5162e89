import type { ReactNode } from 'react';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Stepper } from '../../../../shared/ui/navigation/stepper.tsx';
import { UnfinishedPaymentNotice } from '../checkout/components/unfinished-payment-notice.tsx';
import { VerificationNotice } from '../checkout/components/verification-notice.tsx';
import type { Purchase } from '../purchase.ts';
import { type PaymentScreenFacts, usePaymentScreen } from '../use-payment-screen.ts';
import { PayPanel } from './pay-panel.tsx';
import { PaymentReceived } from './payment-received.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { RetiredPlanSummary } from './retired-plan-summary.tsx';
import { SecurityInformation } from './security-information.tsx';

export type PaymentScreenProps = PaymentScreenFacts & {
  /** The customer's own address, to start with. */
  email: string;
  /** Describes the data bundle or the charge that is being paid for, if any. */
  bundleSummary: ReactNode;
  /** Replaces the plans where the customer, a company, buys no month. */
  nothingDue?: ReactNode;
};

const FIRST_STEP: Readonly<Record<Purchase['purpose'], string>> = {
  period: phrase('Choose plan'),
  upgrade: phrase('Choose plan'),
  bundle: phrase('Choose data'),
  charge: phrase('Invoice'),
};

/** Specification section 2, Payment screen: choose a plan, pay, verify. */
export function PaymentScreen(props: PaymentScreenProps) {
  const { plans, subscription, wanted, returned, email, bundleSummary, nothingDue } = props;
  const t = useText();
  const screen = usePaymentScreen({ plans, subscription, wanted, returned });
  const { purchase, received, unfinished, verification } = screen;
  return (
    <>
      <div className="col-span-full mt-6 mb-8 max-w-[560px] empty:hidden">
        {(purchase || received || !nothingDue) && (
          <Stepper
            label={t('Payment steps')}
            steps={[t(FIRST_STEP[purchase?.purpose ?? 'period']), t('Pay'), t('Verify')]}
            current={screen.step}
          />
        )}
      </div>
      {unfinished && (
        <UnfinishedPaymentNotice
          payment={unfinished}
          verifying={verification.busy}
          saving={verification.saving}
          onVerify={() => verification.verify({ reference: unfinished.reference, gateway: unfinished.gateway })}
          onResume={() => screen.resume(unfinished)}
        />
      )}
      {received && <PaymentReceived payment={received} />}
      {!received && !purchase && (
        <div className="grid gap-8">
          {verification.outcome && <VerificationNotice answer={verification.outcome} />}
          {screen.noLongerSold && !nothingDue && (
            <Alert kind="warn">
              {t('{plan} is no longer sold. Choose another plan to get connected.', { plan: screen.noLongerSold })}
            </Alert>
          )}
          {nothingDue ?? (
            <PlanChoice
              plans={plans}
              ownPlan={screen.ownPlan}
              subscription={subscription}
              onSelect={({ id }) => screen.choose(id)}
            />
          )}
        </div>
      )}
      {!received && purchase && (
        <div className="grid items-start gap-8 lg:grid-cols-[1fr_480px] lg:gap-16">
          {purchase.purpose === 'bundle' || purchase.purpose === 'charge' ? (
            bundleSummary
          ) : (
            <BoughtPlan screen={screen} subscription={subscription} />
          )}
          <div className="grid gap-8">
            <PayPanel
              purchase={purchase}
              email={email}
              offersAutoPay={nothingDue === undefined}
              checkout={screen.checkout}
              verification={verification}
              onVerify={screen.verifyKnown}
              onPaidWithCredit={screen.finishWithCredit}
            />
            <SecurityInformation />
          </div>
        </div>
      )}
    </>
  );
}

type BoughtPlanProps = Pick<PaymentScreenFacts, 'subscription'> & { screen: ReturnType<typeof usePaymentScreen> };

/**
 * The plan that is being paid for: from the catalogue, or the customer's own that is no longer in
 * it.
 */
function BoughtPlan({ screen, subscription }: BoughtPlanProps) {
  const { plan, purchase, ownPlan } = screen;
  const change = () => screen.choose(null);
  if (!plan) return <RetiredPlanSummary name={ownPlan?.name ?? ''} onChange={change} />;
  const upgradesUntil = purchase?.purpose === 'upgrade' ? (subscription?.nextBillingDate ?? null) : null;
  return <PlanSummary plan={plan} upgradesUntil={upgradesUntil} onChange={change} />;
}
