import type { BillingDetails } from '@portal/contract/billing/billing-details';
import { correctBillingDetails } from '@portal/contract/billing/staff-billing-details';
import type { CustomerPage } from '@portal/contract/console/customers';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { IdentifiedByField } from '../../../../identity/corrections/staff/components/identified-by-field.tsx';
import { useIdentified } from '../../../../identity/corrections/staff/identified.ts';
import { useCorrectBillingDetails, useStaffBillingDetails } from '../api/billing-details.ts';

/** What is on a customer's invoices besides their name, and the way to correct it. */
export function CustomerBillingDetails({ customer }: { customer: CustomerPage }) {
  const details = useStaffBillingDetails(customer.id);
  const [open, setOpen] = useState(false);
  return (
    <AsyncBoundary
      query={details}
      failure="We could not load what is on the invoices"
      skeleton={<Skeleton className="h-16 w-full" />}
    >
      {(loaded) => (
        <div className="grid gap-4">
          <Facts details={loaded} />
          <Allowed to={correctBillingDetails}>
            <div>
              <Button variant="secondary" onClick={() => setOpen(true)}>
                Correct what is on invoices
              </Button>
            </div>
            {open && <CorrectForm customer={customer} details={loaded} onClose={() => setOpen(false)} />}
          </Allowed>
        </div>
      )}
    </AsyncBoundary>
  );
}

function Facts({ details: { companyName, address, taxId } }: { details: BillingDetails }) {
  const facts = [
    { label: 'Company', value: companyName },
    { label: 'Address', value: address },
    { label: 'TIN', value: taxId },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  if (facts.length === 0) return <p className="small muted">Invoices carry the customer’s name alone.</p>;
  return <DescriptionList facts={facts} />;
}

type CorrectFormProps = { customer: CustomerPage; details: BillingDetails; onClose: () => void };
type Body = z.output<typeof correctBillingDetails.body>;

function CorrectForm({ customer, details, onClose }: CorrectFormProps) {
  const identified = useIdentified(customer.id);
  const correcting = useCorrectBillingDetails(customer.id);
  const { field, ...form } = useCallForm<Record<string, string>, Body, { message: string }>({
    schema: correctBillingDetails.body,
    start: {
      companyName: details.companyName ?? '',
      address: details.address ?? '',
      taxId: details.taxId ?? '',
      identifiedBy: identified?.name ?? '',
      reason: '',
    },
    bodyOf: (fields) => fields,
    call: correcting.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'What is on invoices', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Correct what is on invoices" confirm="Correct" form={form} onClose={onClose}>
      <p className="soft">Issued invoices keep what they say. The customer is told.</p>
      <Field label="Company name" maxLength={150} hint="In place of the customer’s name." {...field('companyName')} />
      <TextAreaField label="Address" rows={3} maxLength={300} {...field('address')} />
      <Field label="Tax ID (TIN)" maxLength={20} {...field('taxId')} />
      <IdentifiedByField customer={customer} {...field('identifiedBy')} />
      <Field
        label="Why"
        maxLength={500}
        hint="It stays on record with your name; the customer does not see it."
        {...field('reason')}
      />
    </FormDialog>
  );
}
