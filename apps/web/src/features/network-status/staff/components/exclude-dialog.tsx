import { excludeFromOutage, type Outage, type OutageLine } from '@portal/contract/staff-outage';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { Alert } from '../../../../shared/ui/alert.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { TextAreaField } from '../../../../shared/ui/text-area-field.tsx';
import { toast } from '../../../../shared/ui/toast.ts';
import { useExclude } from '../api/outages.ts';

type ExcludeDialogProps = { outage: Outage; line: OutageLine; onClose: () => void };

/** Leaves a customer out of what is given back, or takes them in again; with a reason, which stays on record. */
export function ExcludeDialog({ outage, line, onClose }: ExcludeDialogProps) {
  const excluding = useExclude(outage.incidentId, line.customer.id);
  const excluded = line.state === 'waiting';
  const verb = excluded ? 'Leave out' : 'Take in again';
  const { field, submit, busy, failure } = useCallForm({
    schema: excludeFromOutage.body,
    start: { reason: '' },
    bodyOf: (fields) => ({ ...fields, excluded }),
    call: excluding.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: line.customer.name, description: message });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={verb}
      actions={
        <>
          <Button type="submit" form="exclude-form" busy={busy} busyLabel="Saving...">
            {verb}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id="exclude-form" noValidate className="mt-4 grid gap-4" onSubmit={submit}>
        <p>
          {excluded
            ? `${line.customer.name} is not given the time of this outage back, and is told nothing.`
            : `${line.customer.name} is given the time of this outage back with the others.`}
        </p>
        <TextAreaField
          label="Reason"
          rows={3}
          maxLength={500}
          hint="Stays on record with your name."
          {...field('reason')}
        />
        {failure && <Alert kind="bad">{failure}</Alert>}
      </form>
    </Dialog>
  );
}
