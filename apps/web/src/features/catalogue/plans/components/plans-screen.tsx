import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { ServicePlan } from '@portal/contract/catalogue/plans';
import type { ReactNode } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import type { useServicePlans } from '../api/list-service-plans.ts';
import { fallbackPlans } from '../fallback-plans.ts';
import { arrangePlans, type PlanFilter, regionsOf } from '../plan-sections.ts';
import { OutOfDate } from './out-of-date.tsx';
import { PlanCatalogue, PlanCatalogueSkeleton } from './plan-catalogue.tsx';
import { PlanFilters } from './plan-filters.tsx';

export type PlansScreenProps = {
  catalogue: ReturnType<typeof useServicePlans>;
  filter: PlanFilter;
  onFilter: (filter: PlanFilter) => void;
  subscription: SubscriptionView | null;
  choosable: boolean;
  onChoose: (plan: ServicePlan) => void;
  /** The link with which a visitor chooses a plan; null for signed-in people. */
  chooseAt: ((plan: ServicePlan) => string) | null;
  /** Content before the catalogue. */
  start: ReactNode;
  /** Content after the catalogue. */
  end: ReactNode;
};

/**
 * The catalogue with its heading and filters. When it cannot be loaded, the fallback list replaces
 * it and says so.
 */
export function PlansScreen(props: PlansScreenProps) {
  const t = useText();
  const { catalogue, filter, onFilter, subscription, choosable, onChoose, chooseAt, start, end } = props;
  const outOfDate = catalogue.isLoadingError;
  const plans = outOfDate ? fallbackPlans : catalogue.data;
  return (
    <div className="wrap">
      <section className="pt-10 pb-8 lg:pt-20 lg:pb-12">
        <h1 className="display text-[clamp(2.75rem,2rem+3.6vw,4.75rem)]!">{t('Plans and prices')}</h1>
        <p className="lead mt-4 mb-6 max-w-[34em]">
          {t('Pick a speed, confirm, and pay by card, transfer or USSD. Prices are monthly, in naira.')}
        </p>
        <PlanFilters filter={filter} regions={regionsOf(plans)} onChange={onFilter} />
        <p className="soft small mt-5 flex items-center gap-3">
          <svg className="h-3.5 w-11" viewBox="0 0 44 14" aria-hidden="true">
            <path d="M0 7h44" stroke="var(--primary)" strokeWidth="2.5" />
          </svg>
          {t('One lit line stands for 10 Mbps')}
        </p>
        {outOfDate && (
          <OutOfDate query={catalogue} note={t('This list may be out of date, and no plan can be chosen from it.')} />
        )}
      </section>
      {start}
      {plans ? (
        <PlanCatalogue
          sections={arrangePlans(plans, filter)}
          subscription={subscription}
          choosable={choosable && !outOfDate}
          onChoose={onChoose}
          chooseAt={chooseAt}
        />
      ) : (
        <PlanCatalogueSkeleton />
      )}
      {end}
    </div>
  );
}
