import type { LineView } from '@portal/contract/billing/lines';
import { type OwnerChangeTerms, offerLine } from '@portal/contract/billing/staff-owner-changes';
import type { CustomerPage } from '@portal/contract/console/customers';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { useDeferredValue, useState } from 'react';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { IdentifiedByField } from '../../../../identity/corrections/staff/components/identified-by-field.tsx';
import { useIdentified } from '../../../../identity/corrections/staff/identified.ts';
import { useOfferLine, useOwnerChangeTerms } from '../api/staff-owner-changes.ts';
import { GoesAndStays } from './goes-and-stays.tsx';

/** Offers a customer's line to another owner, after a dialog. */
export function MoveLine({ line, customer }: { line: LineView; customer: CustomerPage }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Move to another owner: ${bidiIsolate(line.label)}`}
        onClick={() => setOpen(true)}
      >
        Move to another owner
      </Button>
      {open && <MoveLineDialog line={line} customer={customer} onClose={() => setOpen(false)} />}
    </>
  );
}

type Fields = { to: string; which: string; identifiedBy: string; reason: string };
type Form = z.output<typeof offerLine.body>;

const ONE = 'one';

/** What staff read of whom they have typed in. */
function newOwnerText(found: NonNullable<OwnerChangeTerms['newOwner']>): string {
  const by = found.reachedBy === 'mail' ? 'mail' : 'text';
  return found.accountNumber === null
    ? `No account yet: the link, which goes by ${by}, leads to opening one.`
    : `${found.name}, account ${formatAccountNumber(found.accountNumber)}. The link goes by ${by}.`;
}

function MoveLineDialog({ line, customer, onClose }: { line: LineView; customer: CustomerPage; onClose: () => void }) {
  const identified = useIdentified(customer.id);
  const offering = useOfferLine(line.id);
  const {
    field,
    form: fields,
    ...form
  } = useCallForm<Fields, Form, { message: string }>({
    schema: offerLine.body,
    start: { to: '', which: ONE, identifiedBy: identified?.name ?? '', reason: '' },
    bodyOf: ({ which, ...typed }) => ({ ...typed, ...(which !== ONE && { lines: 'all' }) }),
    call: offering.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Change of owner', description: message });
      onClose();
    },
  });
  const [to, which] = fields.watch(['to', 'which']);
  const [asked, setAsked] = useState('');
  const isWholeAccount = useDeferredValue(which) !== ONE;
  const terms = useOwnerChangeTerms(line.id, { to: asked, isWholeAccount });
  const { onBlur, ...toField } = field('to');
  const movable = customer.lines.filter(({ status }) => status === 'active' || status === 'suspended');
  const found = asked !== '' && asked === to.trim() && !terms.isPlaceholderData ? terms.data?.newOwner : null;
  return (
    <FormDialog
      title="Move this line to another owner"
      confirm="Send the link"
      busyLabel="Sending..."
      form={form}
      onClose={onClose}
    >
      <Field
        label="New owner"
        hint="An account number, a mailbox or a mobile number. It may be somebody without an account."
        autoComplete="off"
        autoFocus
        {...toField}
        onBlur={(event) => {
          setAsked(event.target.value.trim());
          void onBlur(event);
        }}
      />
      {found && <p className="small semi wrap-anywhere">{newOwnerText(found)}</p>}
      {movable.length > 1 && (
        <SelectField
          label="What moves"
          options={[
            { value: ONE, label: `${line.label} alone` },
            { value: 'all', label: `All ${movable.length} lines of the account` },
          ]}
          {...field('which')}
        />
      )}
      <GoesAndStays terms={terms} owner={customer.name} />
      <IdentifiedByField customer={customer} {...field('identifiedBy')} />
      <TextAreaField
        label="Why"
        rows={2}
        maxLength={500}
        hint="It stays on record with your name; neither side sees it."
        {...field('reason')}
      />
      <Alert kind="info">
        The new owner has 7 days to accept, and the present one gets a link to stop it. Until then nothing changes.
      </Alert>
    </FormDialog>
  );
}
