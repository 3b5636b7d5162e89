import type { Outage } from '@portal/contract/network/staff-outage-credits';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useApplyOutage } from '../api/outages.ts';
import { lineCountLabel } from '../outage-labels.ts';

/** Asks for confirmation before the outage credits are applied at once. */
export function ApplyDialog({ outage, onClose }: { outage: Outage; onClose: () => void }) {
  const applying = useApplyOutage(outage.incidentId);
  const oneAtATime = useOneAtATime();
  async function apply() {
    try {
      const { message } = await applying.mutateAsync();
      toast({ title: outage.title, description: message });
      onClose();
    } catch {
      // shown in the dialog: applying.error
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Apply the credits now?"
      actions={
        <>
          <Button busy={applying.isPending} busyLabel="Sending..." onClick={() => oneAtATime(apply)}>
            Apply credits
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="mt-2">
        The paid time of {lineCountLabel(outage.counts.waiting)} is extended by the downtime of each, and the customers
        are notified. This cannot be undone.
      </p>
      {applying.error && (
        <Alert kind="bad" className="mt-4">
          {messageOf(applying.error)}
        </Alert>
      )}
    </Dialog>
  );
}
