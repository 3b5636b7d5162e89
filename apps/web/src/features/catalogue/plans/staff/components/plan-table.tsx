import type { StaffPlan } from '@portal/contract/catalogue/staff-plans';
import { useState } from 'react';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { useStaffPlans } from '../api/list-staff-plans.ts';
import { usePlanOrder } from '../use-plan-order.ts';
import { PlanAvailabilityDialog } from './plan-availability-dialog.tsx';
import { PlanRow } from './plan-row.tsx';

export type PlanTableProps = {
  /** The address where a plan is edited. */
  editAt: (id: string) => string;
};

/**
 * All plans in the order in which customers see them, to be edited, retired and put in another
 * order.
 */
export function PlanTable({ editAt }: PlanTableProps) {
  const plans = useStaffPlans();
  return (
    <AsyncBoundary
      query={plans}
      failure="We could not load the plans"
      skeleton={<Skeleton className="h-[60rem] w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState title="No plans yet">Offer the first one: customers see it at once.</EmptyState>
        ) : (
          <Plans plans={loaded} editAt={editAt} />
        )
      }
    </AsyncBoundary>
  );
}

const HEAD = 'pr-4 pb-2.5 font-semibold';

function Plans({ plans, editAt }: PlanTableProps & { plans: readonly StaffPlan[] }) {
  const order = usePlanOrder(plans);
  const [changing, setChanging] = useState<StaffPlan | null>(null);
  return (
    <>
      <table ref={order.table} className="w-full border-ink border-t text-left max-lg:block">
        <thead className="micro muted max-lg:hidden">
          <tr>
            <th className={`${HEAD} pt-3`}>Order</th>
            <th className={`${HEAD} pt-3`}>Plan</th>
            <th className={`${HEAD} pt-3`}>Speed</th>
            <th className={`${HEAD} pt-3`}>Data a month</th>
            <th className={`${HEAD} pt-3 text-right`}>Price a month</th>
            <th className={`${HEAD} pt-3 text-right`}>Customers</th>
            <th className="pt-3 pb-2.5">
              <span className="sr-only">What to do</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {order.ordered.map((plan, index) => (
            <PlanRow
              key={plan.id}
              plan={plan}
              place={index + 1}
              places={order.ordered.length}
              editTo={editAt(plan.id)}
              onMove={(step) => order.move(plan.id, step)}
              onChange={() => setChanging(plan)}
            />
          ))}
        </tbody>
      </table>
      <OrderBar order={order} />
      {changing && <PlanAvailabilityDialog plan={changing} onClose={() => setChanging(null)} />}
    </>
  );
}

function OrderBar({ order }: { order: ReturnType<typeof usePlanOrder> }) {
  return (
    <>
      <p className="sr-only" role="status">
        {order.said}
      </p>
      {order.overtaken && (
        <Alert kind="warn" className="mt-5">
          The plans have changed meanwhile, so the new order was dropped. Look at them again.
        </Alert>
      )}
      {order.changed && (
        <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-ink border-t bg-paper py-4">
          <p className="semi mr-auto">The order is changed and not saved.</p>
          <Button busy={order.saving} busyLabel="Saving..." onClick={order.save}>
            Save order
          </Button>
          <Button variant="secondary" onClick={order.drop}>
            Discard
          </Button>
        </div>
      )}
    </>
  );
}
