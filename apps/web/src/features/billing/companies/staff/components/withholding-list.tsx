import { recordWithholdingDocument, type WithholdingTax } from '@portal/contract/billing/staff-companies';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatDate } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { MoneyEntries, MoneyEntry } from '../../../approvals/staff/components/money-entries.tsx';
import { SlipField } from '../../../counter/staff/components/slip-field.tsx';
import { useRecordWithholdingDocument, useWithholdingTaxes } from '../api/companies.ts';

const STATUSES: Record<WithholdingTax['status'], StatusLook> = {
  awaited: { label: 'Document awaited', kind: 'warn', icon: Clock },
  documented: { label: 'Document recorded', kind: 'ok', icon: CircleCheck },
  reversed: { label: 'Refunded', kind: 'mute', icon: CircleX },
};

type WithholdingListProps = {
  /** Whose tax; what is awaited of all companies without. */
  customerId?: number;
  empty: string;
};

/** Tax that companies withheld, and the documents that prove it. */
export function WithholdingList({ customerId, empty }: WithholdingListProps) {
  const taxes = useWithholdingTaxes(customerId);
  return (
    <MoneyEntries query={taxes} failure="We could not load the withheld tax" empty={empty}>
      {(tax) => <Entry key={tax.id} tax={tax} isNamed={customerId === undefined} />}
    </MoneyEntries>
  );
}

function Entry({ tax, isNamed }: { tax: WithholdingTax; isNamed: boolean }) {
  const { customer, amount, status, reference, createdAt, creditNoteNumber, creditNoteDate, slipId } = tax;
  return (
    <MoneyEntry
      amount={amount}
      badge={<StatusBadge status={status} statuses={STATUSES} />}
      customer={isNamed ? customer : null}
    >
      <p className="small">
        Withheld on {formatDate(createdAt)} with{' '}
        <PageLink className="link" to={`/admin/payments/${reference}`}>
          {reference}
        </PageLink>
      </p>
      {creditNoteNumber && creditNoteDate && (
        <p className="small wrap-anywhere">
          Credit note {creditNoteNumber} of {formatDate(`${creditNoteDate}T12:00:00Z`)}
          {slipId && (
            <>
              ,{' '}
              <a className="link" href={`/api/staff/deposit-slips/${slipId}`}>
                document
              </a>
            </>
          )}
        </p>
      )}
      {status === 'awaited' && (
        <Allowed to={recordWithholdingDocument}>
          <RecordDocument id={tax.id} />
        </Allowed>
      )}
    </MoneyEntry>
  );
}

function RecordDocument({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        Record the document
      </Button>
      {open && <DocumentDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

type Fields = { creditNoteNumber: string; creditNoteDate: string };

function DocumentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const recording = useRecordWithholdingDocument(id);
  const [slipId, setSlipId] = useState('');
  const { field, ...form } = useCallForm<Fields, z.output<typeof recordWithholdingDocument.body>, { message: string }>({
    schema: recordWithholdingDocument.body,
    start: { creditNoteNumber: '', creditNoteDate: '' },
    bodyOf: (values) => ({ ...values, ...(slipId && { slipId }) }),
    call: recording.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Withholding tax', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Record the document" confirm="Record document" form={form} onClose={onClose}>
      <Field
        label="Number of the credit note"
        maxLength={60}
        autoComplete="off"
        autoFocus
        hint="Each number can be used once."
        {...field('creditNoteNumber')}
      />
      <Field label="Date of the credit note" type="date" {...field('creditNoteDate')} />
      <SlipField slipId={slipId} onSlip={setSlipId} />
    </FormDialog>
  );
}
