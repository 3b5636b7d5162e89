import { type StaffIncident, updateIncident } from '@portal/contract/network/staff-incidents';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { toLagosInput } from '../../../../../shared/format/lagos-input.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useUpdateIncident } from '../api/write-incident.ts';
import type { IncidentAction } from '../incident-actions.ts';
import { saidEnd } from '../incident-fields.ts';
import { EndedAtField } from './ended-at-field.tsx';

type IncidentActionDialogProps = { incident: StaffIncident; action: IncidentAction; onClose: () => void };

/** One update of an incident for customers, and the status change with it. */
export function IncidentActionDialog({ incident, action, onClose }: IncidentActionDialogProps) {
  const [start] = useState(() => ({ text: '', cause: incident.cause, resolvedAt: toLagosInput(now()) }));
  const updating = useUpdateIncident(incident.id);
  const { field, ...form } = useCallForm({
    schema: updateIncident.body,
    start,
    bodyOf: ({ resolvedAt, ...fields }) => ({
      ...fields,
      ...saidEnd({ resolvedAt }, start),
      ...(action.status && { status: action.status }),
    }),
    call: updating.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: incident.title, description: message });
      onClose();
    },
  });
  return (
    <FormDialog title={action.label} confirm={action.confirm} busyLabel="Sending..." form={form} onClose={onClose}>
      <div>
        <p className="break-words">
          <span className="semi">{incident.title}</span>, {incident.area}
        </p>
        <p className="soft small mt-1">{action.consequence}</p>
      </div>
      <TextAreaField
        label="What customers read"
        rows={4}
        maxLength={2000}
        placeholder="What was done, what comes next, and by when"
        {...field('text')}
      />
      <Field label="Cause (optional)" maxLength={300} {...field('cause')} />
      {action.id === 'resolve' && <EndedAtField {...field('resolvedAt')} />}
    </FormDialog>
  );
}
