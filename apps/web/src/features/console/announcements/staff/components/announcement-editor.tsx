import { sendAnnouncement } from '@portal/contract/console/announcements';
import type { NoticeView } from '@portal/contract/messaging/notices';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import { audienceLabel, reachLabel } from '../announcement-labels.ts';
import { type AnnouncementBody, type Audience, useAudience } from '../api/announcements.ts';
import { SendDialog } from './send-dialog.tsx';

const EMPTY = { kind: '', audience: '', title: '', text: '', link: '' };
type Fields = typeof EMPTY;

const KIND_OPTIONS = [
  { value: 'service', label: 'News of the service: planned work, changes' },
  { value: 'promotion', label: 'Promotion: new plans, lower prices' },
];
const AUDIENCES = ['everybody', 'region:lagos', 'region:abuja', 'line:active', 'line:suspended'];
const MINUTE_MS = 60_000;

type AnnouncementEditorProps = {
  plans: readonly { readonly id: string; readonly name: string }[];
  /** Shows a notice as the bell does. */
  preview: (notice: NoticeView) => ReactNode;
  onDone: () => void;
};

/**
 * The editor of an announcement and its audience, with a preview beside it. Nothing is sent without
 * confirmation.
 */
export function AnnouncementEditor({ plans, preview, onDone }: AnnouncementEditorProps) {
  const [formId] = useState(newClientId);
  const [written, setWritten] = useState<AnnouncementBody | null>(null);
  const { form, field, submit, failure } = useCallForm({
    schema: sendAnnouncement.body,
    start: EMPTY,
    bodyOf: (fields) => ({ ...fields, formId }),
    call: async (body) => body,
    onDone: setWritten,
  });
  const fields = useWatch({ control: form.control, compute: (values: Fields) => values });
  return (
    <div className="mt-6 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_408px] lg:gap-16">
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <FormFields field={field} fields={fields} plans={plans} />
        {failure && <Alert kind="bad">{failure}</Alert>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit">Send</Button>
          <Button variant="secondary" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </form>
      <Preview fields={fields} preview={preview} />
      {written && <SendDialog body={written} onClose={() => setWritten(null)} onSent={onDone} />}
    </div>
  );
}

type FormFieldsProps = Pick<AnnouncementEditorProps, 'plans'> & {
  field: (name: keyof Fields) => { name: string; error: string | undefined };
  fields: Fields;
};

function FormFields({ field, fields, plans }: FormFieldsProps) {
  const options = [
    ...AUDIENCES.map((value) => ({ value, label: audienceLabel(value) })),
    ...plans.map(({ id, name }) => ({ value: `plan:${id}`, label: audienceLabel('plan:', name) })),
  ];
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="What it is" options={KIND_OPTIONS} placeholder="Choose" {...field('kind')} />
        <SelectField
          label="Who gets it"
          options={options}
          placeholder="Choose"
          hint={<Reach kind={fields.kind} audience={fields.audience} />}
          {...field('audience')}
        />
      </div>
      <Field label="Title" maxLength={80} autoComplete="off" {...field('title')} />
      <TextAreaField
        label="Text"
        rows={6}
        maxLength={500}
        hint="Plain text, up to 500 characters."
        {...field('text')}
      />
      <Field
        label="Leads to (optional)"
        maxLength={300}
        placeholder="/plans"
        autoComplete="off"
        autoCapitalize="none"
        hint="A page of the portal. Without one it leads to the dashboard."
        {...field('link')}
      />
    </>
  );
}

function isKind(kind: string): kind is Audience['kind'] {
  return kind === 'promotion' || kind === 'service';
}

function Reach({ kind, audience }: Pick<Fields, 'kind' | 'audience'>) {
  const chosen = isKind(kind) && audience !== '' ? { kind, audience } : null;
  const reach = useAudience(chosen);
  if (!chosen) return 'You see here how many they are.';
  if (reach.data) return reachLabel(chosen.kind, reach.data);
  return reach.error ? 'They could not be counted just now.' : 'Counting...';
}

function Preview({
  fields: { title, text, link },
  preview,
}: Pick<AnnouncementEditorProps, 'preview'> & { fields: Fields }) {
  const createdAt = useNow(MINUTE_MS).toISOString();
  const values = { title: title.trim(), text: text.trim(), link };
  const notice = { id: 0, kind: 'service-announced', title: '{title}', text: '{text}', href: link, readAt: null };
  return (
    <section aria-labelledby="preview-title" className="border-ink border-t pt-4">
      <h2 className="h4" id="preview-title">
        At the bell
      </h2>
      {values.title || values.text ? (
        <div className="mt-3 rounded-(--r-3) border border-line bg-sheet">
          {preview({ ...notice, values, createdAt })}
        </div>
      ) : (
        <p className="soft small mt-3">Write a title and a text: what customers see appears here.</p>
      )}
    </section>
  );
}
