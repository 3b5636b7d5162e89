import type { ServicePlan } from '@portal/contract/plan';
import type { SubscriptionView } from '@portal/contract/subscription';
import { formatDate } from '../../../shared/format/date.ts';
import { formatNaira } from '../../../shared/format/naira.ts';
import { formatRegion } from '../../../shared/format/region.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { RuledList } from '../../../shared/ui/ruled-list.tsx';

export type ChoosePlanDialogProps = {
  /** The plan to confirm; null while nothing is asked. */
  plan: ServicePlan | null;
  subscription: SubscriptionView | null;
  busy: boolean;
  onConfirm: (plan: ServicePlan) => void;
  onClose: () => void;
};

/** Asks once more, with the facts, before a plan is chosen (specification section 2, Plans page). */
export function ChoosePlanDialog({ plan, subscription, busy, onConfirm, onClose }: ChoosePlanDialogProps) {
  if (!plan) return null;
  const running = subscription !== null && subscription.status !== 'pending';
  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose();
      }}
      title={`Choose ${plan.name}?`}
      actions={
        <>
          <Button busy={busy} busyLabel="Confirming..." onClick={() => onConfirm(plan)}>
            Confirm plan
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="soft mt-2">{effectOf(plan, subscription)}</p>
      <RuledList
        className="my-5 border-line border-y py-4"
        facts={[
          { label: 'Speed', value: `Up to ${plan.downloadMbps} Mbps` },
          { label: 'Area', value: formatRegion(plan.region) },
          { label: 'Monthly fee', value: formatNaira(plan.price) },
        ]}
      />
      {!running && <p className="soft small">Next, pay by card, bank transfer or USSD.</p>}
    </Dialog>
  );
}

function effectOf(plan: ServicePlan, subscription: SubscriptionView | null): string {
  if (!subscription || subscription.status === 'pending') {
    return 'You can change it later. A change takes effect on your next billing cycle.';
  }
  if (subscription.planId === plan.id) return 'You stay on this plan. The change you asked for is withdrawn.';
  const until = subscription.nextBillingDate ? formatDate(subscription.nextBillingDate) : 'your next billing cycle';
  return `You keep ${subscription.planName} until ${until}. The change takes effect then.`;
}
