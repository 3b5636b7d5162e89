import { type StaffIncident, updateIncident } from '@portal/contract/network/staff-incidents';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { Alert } from '../../../../../shared/ui/alert.tsx';
import { Button } from '../../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog.tsx';
import { Field } from '../../../../../shared/ui/field.tsx';
import { TextAreaField } from '../../../../../shared/ui/text-area-field.tsx';
import { toast } from '../../../../../shared/ui/toast.ts';
import { useUpdateIncident } from '../api/write-incident.ts';
import { saidEnd } from '../incident-fields.ts';
import type { IncidentMove } from '../incident-moves.ts';
import { toLagosInput } from '../lagos-input.ts';
import { OverField } from './over-field.tsx';

type MoveDialogProps = { incident: StaffIncident; move: IncidentMove; onClose: () => void };

/** One message to customers about an incident, and what it changes. */
export function MoveDialog({ incident, move, onClose }: MoveDialogProps) {
  const [start] = useState(() => ({ text: '', cause: incident.cause, resolvedAt: toLagosInput(now()) }));
  const updating = useUpdateIncident(incident.id);
  const { field, submit, busy, failure } = useCallForm({
    schema: updateIncident.body,
    start,
    bodyOf: ({ resolvedAt, ...fields }) => ({
      ...fields,
      ...saidEnd({ resolvedAt }, start),
      ...(move.status && { status: move.status }),
    }),
    call: updating.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: incident.title, description: message });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={move.label}
      actions={
        <>
          <Button type="submit" form="incident-move" busy={busy} busyLabel="Sending...">
            {move.confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="mt-2 break-words">
        <span className="semi">{incident.title}</span>, {incident.area}
      </p>
      <p className="soft small mt-1">{move.consequence}</p>
      <form id="incident-move" noValidate className="mt-5 grid gap-4" onSubmit={submit}>
        <TextAreaField
          label="What customers read"
          rows={4}
          maxLength={2000}
          placeholder="What was done, what comes next, and by when"
          {...field('text')}
        />
        <Field label="Cause (optional)" maxLength={300} {...field('cause')} />
        {move.id === 'resolve' && <OverField {...field('resolvedAt')} />}
        {failure && <Alert kind="bad">{failure}</Alert>}
      </form>
    </Dialog>
  );
}
