import {
  addIncidentEntry,
  incidentForm,
  type SecurityDuty,
  type SecurityIncident,
  securityIncidentKinds,
} from '@portal/contract/console/security-incidents';
import { useRef, useState } from 'react';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useAddEntry, useOpenIncident } from '../api/security-incidents.ts';
import { dutyLabels, kindLabels } from '../incident-labels.ts';
import { FactsFields, NO_FACTS } from './facts-fields.tsx';

/** Lagos is an hour ahead of UTC, all year. */
const LAGOS = '+01:00';

/** The value of a field for a moment in Lagos: "2026-11-27T08:14". */
function lagosField(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 16);
}

function momentOf(field: string): string {
  const at = new Date(`${field}${LAGOS}`);
  return Number.isNaN(at.getTime()) ? field : at.toISOString();
}

type OpenDialogProps = {
  /** The entry of the audit log that it is opened from. */
  auditRecordId: number | null;
  onClose: () => void;
  onOpened: (incident: SecurityIncident) => void;
};

/** Opens an incident with what is known. */
export function OpenIncidentDialog({ auditRecordId, onClose, onOpened }: OpenDialogProps) {
  const clientIncidentId = useRef(newClientId());
  const { mutateAsync } = useOpenIncident();
  const { field, ...form } = useCallForm({
    schema: incidentForm,
    start: { kind: '', title: '', noticedAt: lagosField(now()), ...NO_FACTS },
    bodyOf: ({ noticedAt, ...fields }) => ({
      ...fields,
      noticedAt: momentOf(noticedAt),
      ...(auditRecordId !== null && { auditRecordId }),
      clientIncidentId: clientIncidentId.current,
    }),
    call: mutateAsync,
    onDone: ({ incident, message }) => {
      toast({ title: incident.number, description: message });
      onOpened(incident);
    },
  });
  return (
    <FormDialog title="Open an incident" confirm="Open the incident" form={form} onClose={onClose}>
      {auditRecordId !== null && (
        <p className="soft">It is noted that it began with entry {auditRecordId} of the audit log.</p>
      )}
      <Field label="Title" maxLength={200} autoComplete="off" {...field('title')} />
      <SelectField
        label="Kind"
        placeholder="Choose"
        options={securityIncidentKinds.map((value) => ({ value, label: kindLabels[value] }))}
        {...field('kind')}
      />
      <Field
        label="Noticed at (Lagos time)"
        type="datetime-local"
        hint="The clocks count from here. It cannot be changed."
        {...field('noticedAt')}
      />
      <FactsFields field={field} />
    </FormDialog>
  );
}

type EntryDialogProps = {
  incident: SecurityIncident;
  /** A duty that was done, or what the entry is. */
  entry: SecurityDuty | 'facts' | 'note' | 'contained' | 'closed';
  onClose: () => void;
  onAdded: () => void;
};

const TITLES = {
  facts: 'Update the facts',
  note: 'Add a note',
  contained: 'Mark as contained',
  closed: 'Close the incident',
} as const;

const isDuty = (entry: EntryDialogProps['entry']): entry is SecurityDuty => !Object.hasOwn(TITLES, entry);

/** Adds to an incident what cannot be changed afterwards. */
export function EntryDialog(props: EntryDialogProps) {
  const [{ incident, entry }] = useState(props);
  const { onClose, onAdded } = props;
  const clientEntryId = useRef(newClientId());
  const { mutateAsync } = useAddEntry(incident.id);
  const title = isDuty(entry) ? dutyLabels[entry] : TITLES[entry as keyof typeof TITLES];
  const { field, ...form } = useCallForm({
    schema: addIncidentEntry.body,
    start: { text: '', ...NO_FACTS, ...incident.facts },
    bodyOf: ({ text, ...facts }) => ({
      ...(isDuty(entry) ? { kind: 'duty', duty: entry } : { kind: entry }),
      ...(entry === 'facts' ? { facts } : { text }),
      clientEntryId: clientEntryId.current,
    }),
    call: mutateAsync,
    onDone: ({ message }) => {
      toast({ title, description: message });
      onClose();
      onAdded();
    },
  });
  return (
    <FormDialog
      title={title}
      confirm={isDuty(entry) ? 'Mark as done' : 'Add to the register'}
      form={form}
      onClose={onClose}
    >
      <p className="soft">It stays in the register with your name and the time, and cannot be changed.</p>
      {entry === 'facts' ? (
        <FactsFields field={field} />
      ) : (
        <TextAreaField
          label={isDuty(entry) ? 'How, and what was said (optional)' : 'Note'}
          rows={4}
          maxLength={4000}
          {...field('text')}
        />
      )}
    </FormDialog>
  );
}
