import {
  type BulkOrder,
  type BulkPreview,
  bulkActionForm,
  bulkKinds,
  bulkNeeds,
} from '@portal/contract/console/bulk-actions';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { usePreviewBulkAction } from '../api/bulk-actions.ts';
import { kindNames } from '../bulk-labels.ts';
import { ConfirmBulkAction } from './confirm-bulk-action.tsx';

const EMPTY = { kind: '', tag: '', category: 'service', title: '', text: '', link: '', amount: '', reason: '' };
type Fields = typeof EMPTY;
type FieldOf = (name: keyof Fields) => { name: string; error: string | undefined };
type AmountFieldOf = (name: keyof Fields) => ReturnType<FieldOf> & { typed: string };

const CATEGORIES = [
  { value: 'service', label: 'News of the service: planned work, changes' },
  { value: 'promotion', label: 'Promotion: new plans, lower prices' },
];

function actionOf({ amount, ...fields }: Fields): unknown {
  return { ...fields, ...(fields.kind === 'credit' && { amount: parseNaira(amount) }) };
}

type BulkDialogProps = {
  target: BulkOrder['target'];
  /** Whom it is about, for example "3 selected customers". */
  whom: string;
  onClose: () => void;
  onStarted: (id: string) => void;
};

/** Asks what is to be done to many customers, and shows exactly what would happen before it starts. */
export function BulkDialog({ target, whom, onClose, onStarted }: BulkDialogProps) {
  const may = useMay();
  const previewing = usePreviewBulkAction();
  const [previewed, setPreviewed] = useState<{ action: BulkOrder['action']; preview: BulkPreview } | null>(null);
  const { form, field, amountField, ...call } = useCallForm({
    schema: bulkActionForm,
    start: EMPTY,
    bodyOf: actionOf,
    call: async (action) => ({ action, preview: await previewing.mutateAsync({ action, target }) }),
    onDone: setPreviewed,
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  if (previewed)
    return <ConfirmBulkAction {...previewed} target={target} onBack={() => setPreviewed(null)} onStarted={onStarted} />;
  const kinds = bulkKinds.filter((one) => may({ permission: bulkNeeds[one] }));
  return (
    <FormDialog title={`Act on ${whom}`} confirm="Preview" busyLabel="Looking..." form={call} onClose={onClose}>
      <SelectField
        label="What to do"
        placeholder="Choose"
        options={kinds.map((value) => ({ value, label: kindNames[value] }))}
        {...field('kind')}
        error={kind === '' && form.formState.isSubmitted ? 'Choose what to do' : undefined}
      />
      <KindFields kind={kind} field={field} amountField={amountField} />
    </FormDialog>
  );
}

function KindFields({ kind, field, amountField }: { kind: string; field: FieldOf; amountField: AmountFieldOf }) {
  switch (kind) {
    case 'add-tag':
    case 'remove-tag':
      return <Field label="Tag" maxLength={30} autoComplete="off" {...field('tag')} />;
    case 'announce':
      return (
        <>
          <SelectField label="What it is" options={CATEGORIES} {...field('category')} />
          <Field label="Title" maxLength={80} autoComplete="off" {...field('title')} />
          <TextAreaField label="Text" rows={4} maxLength={500} {...field('text')} />
          <Field label="Page of the portal (optional)" placeholder="/plans" {...field('link')} />
        </>
      );
    case 'text':
      return (
        <>
          <SelectField label="What it is" options={CATEGORIES} {...field('category')} />
          <TextAreaField
            label="Text"
            rows={4}
            maxLength={480}
            hint="Your name comes first. The preview says in how many parts it is sent."
            {...field('text')}
          />
        </>
      );
    case 'credit':
      return (
        <>
          <AmountField label="Amount for each, in naira" {...amountField('amount')} />
          <TextAreaField
            label="Reason"
            rows={3}
            maxLength={500}
            hint="It stays on record with your name; customers do not see it."
            {...field('reason')}
          />
        </>
      );
    case 'export':
      return (
        <p className="soft">A file with contacts, plan, state, area and tags, of these customers as they are now.</p>
      );
    default:
      return null;
  }
}
