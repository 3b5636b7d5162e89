import { brand } from '@portal/brand';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { classNames } from '../../../../shared/ui/layout/class-names.ts';
import type { FilledSection } from '../plan-sections.ts';
import { planStatus } from '../plan-status.ts';
import { PlanCard } from './plan-card.tsx';

const BAND = 'border-ink border-t pt-8 pb-12 lg:grid lg:grid-cols-[220px_1fr] lg:gap-10 lg:pt-10 lg:pb-20';
const GRID = 'grid gap-4 sm:grid-cols-2 lg:gap-5';

export type PlanCatalogueProps = {
  sections: readonly FilledSection[];
  subscription: SubscriptionView | null;
  choosable: boolean;
  onChoose: (plan: ServicePlan) => void;
  chooseAt: ((plan: ServicePlan) => string) | null;
};

/** The plans under their headings, or 'No plans available' (specification section 2). */
export function PlanCatalogue({ sections, subscription, ...choice }: PlanCatalogueProps) {
  const t = useText();
  if (sections.length === 0) {
    return (
      <div className="border-ink border-t py-10">
        <EmptyState title={t('No plans available')}>
          {t('Choose another area or kind of plan, or ask us for a quote.')}
        </EmptyState>
      </div>
    );
  }
  return sections.map(({ section, plans }) => (
    <section key={section.id} className={BAND} aria-labelledby={`plans-${section.id}`}>
      <div className="mb-6">
        <h2 className="h2" id={`plans-${section.id}`}>
          {t(section.title)}
        </h2>
        <p className="soft mt-2 max-w-[26em]">{t(section.intro, { where: t(brand.claims.soldIn.where) })}</p>
      </div>
      <div className={classNames(GRID, section.id !== 'business' && 'lg:grid-cols-3')}>
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} status={planStatus(plan, subscription)} {...choice} />
        ))}
      </div>
    </section>
  ));
}

/** The catalogue's skeleton while it is loading. */
export function PlanCatalogueSkeleton() {
  const t = useText();
  return (
    <div className={BAND} role="status" aria-label={t('Loading plans')}>
      <div className="mb-6 grid content-start gap-3">
        <Skeleton className="h-9 w-28" />
        <Skeleton className="h-4 w-48" />
      </div>
      <div className={classNames(GRID, 'lg:grid-cols-3')}>
        {['first', 'second', 'third'].map((card) => (
          <Skeleton key={card} className="h-96 w-full rounded-panel" />
        ))}
      </div>
    </div>
  );
}
