import type { PaymentPlan } from '@portal/contract/catalogue/plans';
import { Star } from 'lucide-react';
import { useId } from 'react';
import { perMonth } from '../../../../shared/format/monthly-price.ts';
import { formatNaira } from '../../../../shared/format/naira.ts';
import { formatRegion } from '../../../../shared/format/region.ts';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { Strands } from '../../../../shared/ui/layout/strands.tsx';
import { TickList } from '../../../../shared/ui/layout/tick-list.tsx';
import { LimitRules } from '../../../catalogue/plans/components/limit-rules.tsx';
import { featuresWithoutData } from '../features-without-data.ts';

export type PaymentPlanCardProps = { plan: PaymentPlan; onSelect: (plan: PaymentPlan) => void };

/**
 * A plan of the payment screen (specification section 2): 'premium' in the name, whatever its case,
 * makes it 'Most Popular'.
 */
export function PaymentPlanCard({ plan, onSelect }: PaymentPlanCardProps) {
  const t = useText();
  const nameId = useId();
  return (
    <article className="flex" aria-labelledby={nameId}>
      <Panel className="flex w-full flex-col gap-5 p-5!">
        <div className="flex min-h-12 flex-wrap items-start justify-between gap-2">
          <div>
            <h3 className="h3" id={nameId}>
              {plan.name}
            </h3>
            <p className="soft small">{formatRegion(plan.region)}</p>
          </div>
          {plan.name.toLowerCase().includes('premium') && (
            <Badge kind="accent" icon={Star}>
              {t('Most Popular')}
            </Badge>
          )}
        </div>
        <div>
          <Strands mbps={plan.downloadMbps} />
          <p className="mt-3 flex items-baseline">
            <span className="soft small mr-1.5">{t('Up to')}</span>
            <span className="fig text-[3rem]!">{plan.downloadMbps}</span>
            <span className="unit">Mbps</span>
          </p>
          <p className="soft small mt-2">
            <Sentence
              text="{data} a month"
              parts={{ data: <span className="font-semibold text-ink">{t(plan.data)}</span> }}
            />
          </p>
        </div>
        <TickList items={featuresWithoutData(plan).map((feature) => t(feature))} />
        <LimitRules plan={plan} />
        <div className="mt-auto flex flex-wrap items-end justify-between gap-3 border-line border-t pt-4">
          <p className="grid">
            <span className="font-semibold text-[1.5rem] leading-[1.15] tracking-[-0.02em]">
              {formatNaira(plan.price)}
            </span>
            <span className="soft small">{perMonth(t, plan)}</span>
          </p>
          <Button aria-describedby={nameId} onClick={() => onSelect(plan)}>
            {t('Select Plan')}
          </Button>
        </div>
      </Panel>
    </article>
  );
}
