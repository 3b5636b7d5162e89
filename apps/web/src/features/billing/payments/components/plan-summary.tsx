import type { PaymentPlan } from '@portal/contract/catalogue/plans';
import { ArrowLeft } from 'lucide-react';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatMonthlyFee } from '../../../../shared/format/monthly-price.ts';
import { formatRegion } from '../../../../shared/format/region.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { Strands } from '../../../../shared/ui/layout/strands.tsx';
import { TickList } from '../../../../shared/ui/layout/tick-list.tsx';
import { LimitRules } from '../../../catalogue/plans/components/limit-rules.tsx';
import { featuresWithoutData } from '../features-without-data.ts';
import { SUMMARY_HEADING } from '../use-payment-screen.ts';

export type PlanSummaryProps = {
  plan: PaymentPlan;
  /** For an immediate upgrade: the end of the current month; else null. */
  upgradesUntil: string | null;
  onChange: () => void;
};

/** The product that is being paid for. */
export function PlanSummary({ plan, upgradesUntil, onChange }: PlanSummaryProps) {
  const t = useText();
  return (
    <section aria-labelledby={SUMMARY_HEADING}>
      <h2 className="h2 outline-none" id={SUMMARY_HEADING} tabIndex={-1}>
        {plan.name}
      </h2>
      {upgradesUntil && (
        <Alert kind="info" className="mt-4">
          {t(
            'You change to this plan as soon as this is paid. It is for the time until {date}; then the monthly fee.',
            {
              date: formatDate(upgradesUntil),
            },
          )}
        </Alert>
      )}
      <div className="mt-5 hidden lg:block [&_.strands]:h-14">
        <Strands mbps={plan.downloadMbps} />
      </div>
      <DescriptionList
        className="my-5 border-line border-y py-5"
        facts={[
          { label: t('Region'), value: formatRegion(plan.region) },
          { label: t('Speed'), value: t('Up to {speed} Mbps', { speed: plan.downloadMbps }) },
          { label: t('Monthly data'), value: t(plan.data) },
          { label: t('Monthly fee'), value: formatMonthlyFee(t, plan) },
        ]}
      />
      <TickList items={featuresWithoutData(plan).map((feature) => t(feature))} />
      <LimitRules plan={plan} />
      {upgradesUntil ? (
        <ButtonLink to="/dashboard?tab=subscription" variant="secondary" className="mt-5">
          <ArrowLeft />
          {t('Choose Different Plan')}
        </ButtonLink>
      ) : (
        <Button variant="secondary" className="mt-5" onClick={onChange}>
          <ArrowLeft />
          {t('Choose Different Plan')}
        </Button>
      )}
    </section>
  );
}
