import type { Outage } from '@portal/contract/network/staff-outage-credits';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useApplyOutage } from '../api/outages.ts';
import { lineCountLabel } from '../outage-labels.ts';

/** Asks before the time is given back at once. */
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
      title="Give the time back now?"
      actions={
        <>
          <Button busy={applying.isPending} busyLabel="Sending..." onClick={() => oneAtATime(apply)}>
            Give it back
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="mt-2">
        What {lineCountLabel(outage.counts.waiting)} had paid for is extended by the time each has lost, and their
        customers are told. It cannot be taken back.
      </p>
      {applying.error && (
        <Alert kind="bad" className="mt-4">
          {messageOf(applying.error)}
        </Alert>
      )}
    </Dialog>
  );
}
