import { exportJournal, type JournalFormat, journalFormats } from '@portal/contract/billing/ledger';
import { type FormEvent, useState } from 'react';
import { startDownload } from '../../../../../shared/proof/start-download.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';

const FORMATS: Readonly<Record<JournalFormat, string>> = {
  plain: 'A spreadsheet: every transaction',
  erpnext: 'ERPNext: one entry a day',
  odoo: 'Odoo: one entry a day',
};

const options = journalFormats.map((value) => ({ value, label: FORMATS[value] }));
const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;

/** The ledger of a month as journal entries, for bookkeeping. Each export is on the audit record. */
export function JournalExport({ start }: { start: string }) {
  const [month, setMonth] = useState(start);
  const [format, setFormat] = useState('plain');
  const [error, setError] = useState<string>();
  function download(event: FormEvent) {
    event.preventDefault();
    if (MONTH.test(month)) void startDownload(`${exportJournal.path}?${new URLSearchParams({ month, format })}`);
    else setError('Name a month, such as 2026-11');
  }
  return (
    <form
      noValidate
      className="grid items-start gap-4 sm:grid-cols-[minmax(0,200px)_minmax(0,320px)_auto]"
      onSubmit={download}
    >
      <Field
        label="Month"
        type="month"
        error={error}
        value={month}
        onChange={({ target }) => {
          setMonth(target.value);
          setError(undefined);
        }}
      />
      <SelectField label="For" options={options} value={format} onChange={({ target }) => setFormat(target.value)} />
      <Button type="submit" variant="secondary" className="justify-self-start sm:mt-[1.9rem]">
        Export journal (CSV)
      </Button>
    </form>
  );
}
