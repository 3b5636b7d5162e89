import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { useStaffPlans } from '../api/list-staff-plans.ts';
import { PlanEditor } from './plan-editor.tsx';

export type PlanEditorLoaderProps = { id: string; onDone: () => void };

/** Finds the plan that is to be edited, and has it edited. */
export function PlanEditorLoader({ id, onDone }: PlanEditorLoaderProps) {
  const plans = useStaffPlans();
  return (
    <AsyncBoundary
      query={plans}
      failure="We could not load the plan"
      skeleton={<Skeleton className="mt-6 h-96 w-full" />}
    >
      {(loaded) => {
        const plan = loaded.find((candidate) => candidate.id === id);
        if (plan) return <PlanEditor key={plan.id} plan={plan} onDone={onDone} />;
        return (
          <div className="mt-6">
            <EmptyState title="There is no such plan">The address may be incomplete.</EmptyState>
          </div>
        );
      }}
    </AsyncBoundary>
  );
}
