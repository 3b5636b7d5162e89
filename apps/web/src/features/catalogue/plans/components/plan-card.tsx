import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { Building2, Clock } from 'lucide-react';
import { useId } from 'react';
import { perMonth } from '../../../../shared/format/monthly-price.ts';
import { formatNaira } from '../../../../shared/format/naira.ts';
import { formatRegion } from '../../../../shared/format/region.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { Strands } from '../../../../shared/ui/layout/strands.tsx';
import { TickList } from '../../../../shared/ui/layout/tick-list.tsx';
import { isTriplePlay } from '../plan-sections.ts';
import type { PlanStatus } from '../plan-status.ts';
import { LimitRules } from './limit-rules.tsx';

export type PlanCardProps = {
  plan: ServicePlan;
  status: PlanStatus;
  /**
   * False while the catalogue or the reader's own plan is not known: the plan can be read, not
   * chosen.
   */
  choosable: boolean;
  onChoose: (plan: ServicePlan) => void;
  /**
   * The link with which a visitor chooses a plan; it works before the page is hydrated. Null for
   * signed-in people.
   */
  chooseAt: ((plan: ServicePlan) => string) | null;
};

export function PlanCard(props: PlanCardProps) {
  const { plan, status } = props;
  const t = useText();
  const nameId = useId();
  const mine = status === 'current' || status === 'being-left' || status === 'awaiting-payment';
  return (
    <article className="flex" aria-labelledby={nameId}>
      <Panel selected={mine} className="flex w-full flex-col gap-5 p-5!">
        <div className="flex min-h-12 items-start justify-between gap-2">
          <div>
            <h3 className="h3" id={nameId}>
              {plan.name}
            </h3>
            {plan.region && <p className="soft small">{formatRegion(plan.region)}</p>}
          </div>
          {isTriplePlay(plan.name) && (
            <Badge kind="info" icon={Building2}>
              {t('Business')}
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
        </div>
        {plan.features.length > 0 && <TickList items={plan.features.map((feature) => t(feature))} />}
        <LimitRules plan={plan} />
        <div className="mt-auto flex flex-wrap items-end justify-between gap-3 border-line border-t pt-4">
          <p className="grid">
            <span className="font-semibold text-[1.5rem] leading-[1.15] tracking-[-0.02em]">
              {formatNaira(plan.price)}
            </span>
            <span className="soft small">{perMonth(t, plan)}</span>
          </p>
          <PlanAction {...props} nameId={nameId} />
        </div>
      </Panel>
    </article>
  );
}

function PlanAction(props: PlanCardProps & { nameId: string }) {
  const { plan, status, choosable, onChoose, chooseAt, nameId } = props;
  const t = useText();
  switch (status) {
    case 'current':
      return (
        <Button variant="secondary" aria-describedby={nameId} disabled>
          {t('Your plan')}
        </Button>
      );
    case 'being-left':
      return (
        <Button variant="secondary" disabled={!choosable} aria-describedby={nameId} onClick={() => onChoose(plan)}>
          {t('Keep this plan')}
        </Button>
      );
    case 'scheduled':
      return (
        <Button variant="secondary" aria-describedby={nameId} disabled>
          <Clock />
          {t('Next cycle')}
        </Button>
      );
    case 'awaiting-payment':
      return (
        <ButtonLink to="/payment" aria-describedby={nameId}>
          {t('Pay now')}
        </ButtonLink>
      );
    case 'open':
      return choosable && chooseAt ? (
        <ButtonLink to={chooseAt(plan)} aria-describedby={nameId}>
          {t('Choose plan')}
        </ButtonLink>
      ) : (
        <Button disabled={!choosable} aria-describedby={nameId} onClick={() => onChoose(plan)}>
          {t('Choose plan')}
        </Button>
      );
  }
}
