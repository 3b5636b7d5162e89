import { useText } from '../../../shared/i18n/use-text.ts';
import { Stepper } from '../../../shared/ui/stepper.tsx';
import { type PaymentScreenFacts, usePaymentScreen } from '../use-payment-screen.ts';
import { PayPanel } from './pay-panel.tsx';
import { PaymentReceived } from './payment-received.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { SecurityInformation } from './security-information.tsx';
import { UnfinishedPaymentNotice } from './unfinished-payment-notice.tsx';
import { VerificationNotice } from './verification-notice.tsx';

export type PaymentScreenProps = PaymentScreenFacts & {
  /** The customer's own address, to start with. */
  email: string;
};

/** Specification section 2, Payment screen: choose a plan, pay, verify. */
export function PaymentScreen({ plans, subscription, returned, email }: PaymentScreenProps) {
  const t = useText();
  const screen = usePaymentScreen({ plans, subscription, returned });
  const { plan, received, unfinished, verification } = screen;
  return (
    <>
      <div className="mt-6 mb-8 max-w-[560px]">
        <Stepper label={t('Payment steps')} steps={[t('Choose plan'), t('Pay'), t('Verify')]} current={screen.step} />
      </div>
      {unfinished && (
        <UnfinishedPaymentNotice
          payment={unfinished}
          verifying={verification.busy}
          onVerify={() => verification.verify({ reference: unfinished.reference, gateway: unfinished.gateway })}
          onResume={() => screen.resume(unfinished)}
        />
      )}
      {received && <PaymentReceived payment={received} />}
      {!received && !plan && (
        <div className="grid gap-8">
          {verification.outcome && <VerificationNotice answer={verification.outcome} />}
          <PlanChoice
            plans={plans}
            ownPlan={screen.ownPlan}
            nextBillingDate={subscription?.nextBillingDate ?? null}
            onSelect={({ id }) => screen.choose(id)}
          />
        </div>
      )}
      {!received && plan && (
        <div className="grid items-start gap-8 lg:grid-cols-[1fr_480px] lg:gap-16">
          <PlanSummary plan={plan} onChange={() => screen.choose(null)} />
          <div className="grid gap-8">
            <PayPanel
              planId={plan.id}
              email={email}
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
