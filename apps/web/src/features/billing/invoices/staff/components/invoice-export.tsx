import { exportInvoices } from '@portal/contract/billing/invoices';
import { type FormEvent, useState } from 'react';
import { startDownload } from '../../../../../shared/proof/start-download.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';

type Days = { readonly from: string; readonly to: string };

/**
 * The file of all invoices of some days in Lagos, for bookkeeping. Each export is on the audit
 * record.
 */
export function InvoiceExport({ start }: { start: Days }) {
  const [days, setDays] = useState(start);
  const [error, setError] = useState<string>();
  const change = (name: keyof Days) => ({
    value: days[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setDays({ ...days, [name]: target.value });
      setError(undefined);
    },
  });
  function download(event: FormEvent) {
    event.preventDefault();
    if (days.from === '' || days.to === '') setError('Name both days');
    else if (days.to < days.from) setError('It cannot end before it begins');
    else void startDownload(`${exportInvoices.path}?${new URLSearchParams(days)}`);
  }
  return (
    <form
      noValidate
      className="grid items-start gap-4 sm:grid-cols-[minmax(0,200px)_minmax(0,200px)_auto]"
      onSubmit={download}
    >
      <Field label="From" type="date" {...change('from')} />
      <Field label="To" type="date" error={error} {...change('to')} />
      <Button type="submit" variant="secondary" className="justify-self-start sm:mt-[1.9rem]">
        Export invoices (CSV)
      </Button>
    </form>
  );
}
