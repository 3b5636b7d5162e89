import { brand } from '@portal/brand';
import { type IncidentForm, incidentCorrection } from '@portal/contract/network/staff-incidents';
import { useWatch } from 'react-hook-form';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import type { useServiceAreas } from '../../../areas/staff/api/areas.ts';
import { AreaField } from '../../../areas/staff/components/area-field.tsx';
import { useSaveIncident } from '../api/write-incident.ts';
import { bodyOf, type IncidentFields, isShortNotice } from '../incident-fields.ts';
import { EndedAtField } from './ended-at-field.tsx';
import { IncidentPreview } from './incident-preview.tsx';

const SEVERITIES: Record<IncidentForm['kind'], { value: IncidentForm['severity']; label: string }[]> = {
  incident: [
    { value: 'minor', label: 'Minor: partial outage' },
    { value: 'major', label: 'Major: a whole area' },
  ],
  maintenance: [
    { value: 'minor', label: 'Minor: short interruptions' },
    { value: 'major', label: 'Major: lines are down' },
  ],
};

const MINUTE_MS = 60_000;
const { district, city } = brand.address;

type IncidentEditorProps = {
  /** Null for a new one. */
  id: string | null;
  start: IncidentFields;
  /** Areas as they were written before, to be written the same again. */
  areas: ReturnType<typeof useServiceAreas>;
  onDone: () => void;
};

/** The editor of one fault or maintenance, with a preview of what customers see. */
export function IncidentEditor({ id, start, areas, onDone }: IncidentEditorProps) {
  const saving = useSaveIncident(id);
  const { form, field, submit, busy, failure } = useCallForm({
    schema: incidentCorrection,
    start,
    bodyOf: (values) => bodyOf(values, start),
    call: saving.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: id === null ? 'Published' : 'Corrected', description: message });
      onDone();
    },
  });
  const fields = useWatch({ control: form.control, compute: (values: IncidentFields) => values });
  return (
    <div className="mt-6 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-16">
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <IncidentFormFields field={field} fields={fields} areas={areas} isOver={start.resolvedAt !== ''} />
        {failure && <Alert kind="bad">{failure}</Alert>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} busyLabel="Saving...">
            {id === null ? 'Publish' : 'Save'}
          </Button>
          <Button variant="secondary" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </form>
      <IncidentPreview fields={fields} />
    </div>
  );
}

type FormFieldsProps = {
  field: (name: keyof IncidentFields) => { name: string; error: string | undefined };
  fields: IncidentFields;
  areas: IncidentEditorProps['areas'];
  isOver: boolean;
};

function IncidentFormFields({ field, fields, areas, isOver }: FormFieldsProps) {
  const now = useNow(MINUTE_MS);
  const isFault = fields.kind === 'incident';
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <AreaField
          areas={areas}
          everywhere
          hint={`“${city}” concerns also “${district}, ${city}”.`}
          {...field('area')}
        />
        <SelectField label="Severity" options={SEVERITIES[fields.kind]} {...field('severity')} />
      </div>
      <Field
        label="What it is"
        maxLength={200}
        placeholder={isFault ? 'Cable cut near the market' : 'New router in the exchange'}
        {...field('title')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Begins (Lagos time)" type="datetime-local" {...field('startsAt')} />
        <Field
          label={isFault ? 'Expected end (optional)' : 'Ends (optional)'}
          type="datetime-local"
          hint={isFault ? 'Customers see it as our estimate.' : 'Without one it lasts until you end it.'}
          {...field('endsAt')}
        />
      </div>
      {isOver && <EndedAtField {...field('resolvedAt')} />}
      {isShortNotice(fields, now) && (
        <Alert kind="warn">Customers have a right to seven days’ notice of planned work. This begins earlier.</Alert>
      )}
      <TextAreaField
        label="Details (optional)"
        rows={4}
        maxLength={2000}
        hint="What customers notice, and what they can do meanwhile."
        {...field('details')}
      />
      <Field label="Cause (optional)" maxLength={300} hint="As soon as it is known." {...field('cause')} />
    </>
  );
}
