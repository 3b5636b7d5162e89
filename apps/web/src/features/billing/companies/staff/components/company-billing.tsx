import type { Company } from '@portal/contract/billing/companies';
import { endCompany, saveCompany } from '@portal/contract/billing/staff-companies';
import { parseNumber } from '@portal/kernel/parse-amount';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatDate } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { FormDialog, ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { useEndCompany, useSaveStaffCompany, useStaffCompany } from '../api/companies.ts';

/** How a company is billed, and the way to make an account one. */
export function CompanyBilling({ customerId }: { customerId: number }) {
  const answer = useStaffCompany(customerId);
  return (
    <AsyncBoundary
      query={answer}
      failure="We could not load how the customer is billed"
      skeleton={<Skeleton className="h-16 w-full" />}
    >
      {({ company }) => (
        <div className="grid gap-4">
          {company ? <Facts company={company} /> : <p className="small muted">Each line is paid for by itself.</p>}
          <Allowed to={saveCompany}>
            <div className="flex flex-wrap gap-2.5">
              <CompanyForm customerId={customerId} company={company} />
              {company && <EndCompany customerId={customerId} />}
            </div>
          </Allowed>
        </div>
      )}
    </AsyncBoundary>
  );
}

function Facts({ company }: { company: Company }) {
  const { companyName, taxId, paymentTermsDays, purchaseOrder, billContactName, billContactEmail } = company;
  const contact = [billContactName, billContactEmail].filter(Boolean).join(', ');
  return (
    <>
      {company.suspendedAt && (
        <Alert kind="warn">All lines are off since {formatDate(company.suspendedAt)}: an invoice is unpaid.</Alert>
      )}
      <DescriptionList
        facts={[
          { label: 'Company', value: companyName ?? '' },
          { label: 'TIN', value: taxId ?? '' },
          { label: 'Outstanding', value: formatExactNaira(company.outstanding) },
          { label: 'Next invoice', value: formatDate(company.nextInvoiceAt) },
          { label: 'Payment terms', value: `${paymentTermsDays} days` },
          ...(purchaseOrder ? [{ label: 'Purchase order', value: purchaseOrder }] : []),
          ...(contact ? [{ label: 'Contact for bills', value: contact }] : []),
        ]}
      />
    </>
  );
}

function CompanyForm({ customerId, company }: { customerId: number; company: Company | null }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        {company ? 'Change the billing' : 'Bill as a company'}
      </Button>
      {open && <CompanyDialog customerId={customerId} company={company} onClose={() => setOpen(false)} />}
    </>
  );
}

function EndCompany({ customerId }: { customerId: number }) {
  const [open, setOpen] = useState(false);
  const { mutateAsync } = useEndCompany(customerId);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Bill as a home account
      </Button>
      {open && (
        <ReasonDialog
          title="Bill as a home account"
          confirm="End the company"
          schema={endCompany.body}
          call={mutateAsync}
          onClose={() => setOpen(false)}
        >
          <p>
            Each line keeps the time that is paid, and is then paid for by itself. All invoices have to be paid first,
            and no line may have had time that none has charged.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}

type Fields = Record<
  | 'companyName'
  | 'taxId'
  | 'paymentTermsDays'
  | 'billingDay'
  | 'purchaseOrder'
  | 'billContactName'
  | 'billContactEmail',
  string
>;

function startOf(company: Company | null): Fields {
  return {
    companyName: company?.companyName ?? '',
    taxId: company?.taxId ?? '',
    paymentTermsDays: String(company?.paymentTermsDays ?? 14),
    billingDay: String(company?.billingDay ?? 1),
    purchaseOrder: company?.purchaseOrder ?? '',
    billContactName: company?.billContactName ?? '',
    billContactEmail: company?.billContactEmail ?? '',
  };
}

/** What an account needs to be billed as a company. */
type CompanyDialogProps = { customerId: number; company: Company | null; onClose: () => void };

export function CompanyDialog({ customerId, company, onClose }: CompanyDialogProps) {
  const saving = useSaveStaffCompany(customerId);
  const { field, ...form } = useCallForm<Fields, z.output<typeof saveCompany.body>, { message: string }>({
    schema: saveCompany.body,
    start: startOf(company),
    bodyOf: (values) => ({
      ...values,
      paymentTermsDays: parseNumber(values.paymentTermsDays),
      billingDay: parseNumber(values.billingDay),
    }),
    call: saving.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Company', description: message });
      onClose();
    },
  });
  return (
    <FormDialog
      title={company ? 'Change the billing' : 'Bill as a company'}
      confirm="Save company"
      form={form}
      onClose={onClose}
    >
      {!company && (
        <p>All lines get one invoice a month, in advance. They are on at once; open bills of single lines are void.</p>
      )}
      <Field label="Company name" maxLength={150} autoComplete="off" autoFocus {...field('companyName')} />
      <Field label="TIN" maxLength={20} autoComplete="off" {...field('taxId')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Payment terms in days" inputMode="numeric" {...field('paymentTermsDays')} />
        <Field label="Billing day" inputMode="numeric" hint="1 to 28" {...field('billingDay')} />
      </div>
      <Field label="Purchase order" maxLength={50} autoComplete="off" {...field('purchaseOrder')} />
      <Field label="Contact for bills" maxLength={150} autoComplete="off" {...field('billContactName')} />
      <Field label="Their email address" type="email" autoComplete="off" {...field('billContactEmail')} />
    </FormDialog>
  );
}
