import type { SalesRequestForm } from '@portal/contract/catalogue/plans';
import { planChangeDay } from '@portal/kernel/billing/plan-change-day';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSubscription } from '../../features/billing/subscriptions/api/get-subscription.ts';
import { usePlanDecision } from '../../features/billing/subscriptions/use-plan-decision.ts';
import { useServicePlans } from '../../features/catalogue/plans/api/list-service-plans.ts';
import { ChoosePlanDialog } from '../../features/catalogue/plans/components/choose-plan-dialog.tsx';
import { PlansScreen } from '../../features/catalogue/plans/components/plans-screen.tsx';
import { isChoosable, planStatus } from '../../features/catalogue/plans/plan-status.ts';
import { usePlanFilter } from '../../features/catalogue/plans/use-plan-filter.ts';
import { SalesSlab } from '../../features/catalogue/sales-requests/components/sales-slab.tsx';
import { salesMessage } from '../../features/catalogue/sales-requests/sales-message.ts';
import { now } from '../../shared/format/clock.ts';
import { useSearch } from '../../shared/hydration/use-search.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { AsyncBoundary } from '../../shared/ui/async/async-boundary.tsx';
import { lazyComponent } from '../../shared/ui/async/lazy-component.tsx';

const SalesRequestDialog = lazy(async () => {
  const { SalesRequestDialog: Dialog } = await import(
    '../../features/catalogue/sales-requests/components/sales-request-dialog.tsx'
  );
  return { default: Dialog };
});

const LineChooser = lazyComponent(
  async () => (await import('../../features/billing/lines/components/line-chooser.tsx')).LineChooser,
);

const MoreData = lazyComponent(
  async () => (await import('../../features/billing/data-bundles/components/more-data.tsx')).MoreData,
);

/**
 * Names in the address the plan that waits to be confirmed, so that it survives signing in and the
 * back button closes the dialog.
 */
const CHOICE = 'choose';

/** /plans, for visitors and customers (specification section 2, Plans page). */
export function PlansPage() {
  const t = useText();
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  const known = new URLSearchParams(useSearch());
  const catalogue = useServicePlans();
  const own = useSubscription(user !== null);
  // Undefined while it is unknown: a customer who may have a plan is not offered a first one.
  const subscription = user ? own.data : null;
  const decision = usePlanDecision();
  const { filter, setFilter } = usePlanFilter(catalogue.data);
  const [asking, setAsking] = useState<SalesRequestForm['kind'] | null>(null);

  const chosen = user ? catalogue.data?.find(({ id }) => id === search.get(CHOICE)) : undefined;
  // Without useHasRole, whose module would be a part of every visitor's page.
  const open = !user?.accountRole && !decision.made && subscription !== undefined;
  const confirming = open && chosen && isChoosable(planStatus(chosen, subscription)) ? chosen : null;

  function closeConfirmation() {
    setSearch(withChoice(search, null), { replace: true, preventScrollReset: true });
  }
  return (
    <>
      <PlansScreen
        catalogue={catalogue}
        filter={filter}
        onFilter={setFilter}
        subscription={subscription ?? null}
        choosable={open}
        onChoose={(plan) => setSearch(withChoice(search, plan.id), { preventScrollReset: true })}
        chooseAt={user ? null : (plan) => registerAt(withChoice(known, plan.id))}
        start={user && <OwnPlan query={own} role={user.accountRole} />}
        end={<SalesSlab onAsk={setAsking} />}
      />
      <ChoosePlanDialog
        plan={confirming}
        subscription={subscription ?? null}
        changeDay={subscription ? planChangeDay(subscription, now()) : null}
        busy={decision.busy}
        onConfirm={(plan) => decision.decide(plan, closeConfirmation)}
        onClose={closeConfirmation}
      />
      {asking && (
        <Suspense fallback={null}>
          <SalesRequestDialog
            kind={asking}
            start={{
              name: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
              email: user?.email ?? '',
              phone: user?.phone ?? '',
              message: salesMessage(asking, filter, t),
            }}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Where an account is opened, and then the choice confirmed. */
function registerAt(plans: URLSearchParams): string {
  return `/register?next=${encodeURIComponent(`/plans?${plans}`)}`;
}

function withChoice(search: URLSearchParams, planId: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (planId === null) next.delete(CHOICE);
  else next.set(CHOICE, planId);
  return next;
}

/**
 * The line that a plan is chosen for, the actions that its plan allows, or a message that it could not be loaded, so that
 * nothing can be chosen. The page does not wait for it.
 */
function OwnPlan({ query, role }: { query: ReturnType<typeof useSubscription>; role: string | undefined }) {
  const t = useText();
  return (
    <div className="[&>.state-block]:mb-10">
      <div className="mb-6 empty:hidden">
        <Suspense fallback={null}>
          <LineChooser />
        </Suspense>
      </div>
      {role && <p className="soft mb-4">{t('Only an owner of this account can choose a plan.')}</p>}
      <AsyncBoundary query={query} failure={t('We could not load your plan')} skeleton={null}>
        {(subscription) =>
          subscription?.status === 'active' && (
            <Suspense fallback={null}>
              <MoreData />
            </Suspense>
          )
        }
      </AsyncBoundary>
    </div>
  );
}
