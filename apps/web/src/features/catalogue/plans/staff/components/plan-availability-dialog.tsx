import type { StaffPlan } from '@portal/contract/catalogue/staff-plans';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useSetPlanActive } from '../api/change-plans.ts';
import { customerCountLabel } from '../plan-labels.ts';

/** Asks for confirmation before a plan is retired or offered again. */
export function PlanAvailabilityDialog({ plan, onClose }: { plan: StaffPlan; onClose: () => void }) {
  const change = useSetPlanActive();
  const oneAtATime = useOneAtATime();
  const active = !plan.active;
  async function confirm() {
    try {
      await change.mutateAsync({ id: plan.id, active });
    } catch {
      // shown in the dialog: change.error
      return;
    }
    toast({ title: active ? 'Offered again' : 'Retired', description: plan.name });
    onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={active ? 'Offer this plan again?' : 'Retire this plan?'}
      actions={
        <>
          <Button busy={change.isPending} busyLabel="Saving..." onClick={() => oneAtATime(confirm)}>
            {active ? 'Offer again' : 'Retire'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="semi mt-3 break-words">{plan.name}</p>
      <p className="soft mt-1">
        {active
          ? 'Everybody can choose it at once, at its present price and place in the order.'
          : `Nobody can choose it any more. ${customersOf(plan.subscribers)}`}
      </p>
      {change.error && (
        <Alert kind="bad" className="mt-4">
          {messageOf(change.error)}
        </Alert>
      )}
    </Dialog>
  );
}

function customersOf(subscribers: number): string {
  if (subscribers === 0) return 'No customer has it.';
  return `${customerCountLabel(subscribers)} on it ${subscribers === 1 ? 'keeps' : 'keep'} it and ${subscribers === 1 ? 'renews' : 'renew'} as before.`;
}
