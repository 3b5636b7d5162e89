import type { ReportColumns, SettlementReport } from '@portal/contract/billing/gateway-settlements';
import { useState } from 'react';
import { formatDate } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { reportFieldLabels } from '../settlement-labels.ts';

type Columns = Readonly<Partial<Record<keyof ReportColumns, string>>>;
const FIELDS = Object.keys(reportFieldLabels) as (keyof ReportColumns)[];

export type ReportPreviewProps = {
  report: SettlementReport;
  busy: boolean;
  onCheck: (columns: Columns) => void;
  onImport: () => void;
};

/** How a report is read: its columns, its first lines, and what would be booked. */
export function ReportPreview({ report, busy, onCheck, onImport }: ReportPreviewProps) {
  const [changed, setChanged] = useState<Columns>({});
  const hasChanged = Object.keys(changed).length > 0;
  const chosen = Object.fromEntries(FIELDS.map((field) => [field, changed[field] ?? report.columns[field] ?? '']));
  const canImport = report.missing.length === 0 && report.faults.length === 0 && report.settlements > 0;
  function checkAgain() {
    setChanged({});
    onCheck(chosen);
  }
  return (
    <section aria-label="How the report is read" className="grid gap-6">
      <fieldset className="min-w-0">
        <legend className="h3 mb-3">Columns</legend>
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {FIELDS.map((field) => (
            <SelectField
              key={field}
              label={reportFieldLabels[field]}
              placeholder="Not in the report"
              options={[...new Set(report.headers)].map((header) => ({ value: header, label: header }))}
              error={report.missing.includes(field) && changed[field] === undefined ? missingWords(field) : undefined}
              value={chosen[field] ?? ''}
              onChange={({ target }) => setChanged({ ...changed, [field]: target.value })}
            />
          ))}
        </div>
      </fieldset>
      {report.missing.length === 0 && <ReadLines report={report} />}
      {report.faults.length > 0 && (
        <Alert kind="bad">
          These rows cannot be read, so nothing can be imported:{' '}
          {report.faults
            .slice(0, 5)
            .map(({ row, reason }) => `row ${row}: ${reason}`)
            .join('; ')}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        {hasChanged ? (
          <Button busy={busy} busyLabel="Sending..." onClick={checkAgain}>
            Check again with this choice
          </Button>
        ) : (
          canImport && (
            <Button busy={busy} busyLabel="Importing..." onClick={onImport}>
              Import {report.settlements === 1 ? '1 settlement' : `${report.settlements} settlements`}
            </Button>
          )
        )}
      </div>
    </section>
  );
}

function missingWords(field: keyof ReportColumns): string {
  return field === 'fee' ? 'Choose the fee, or the settlement amount' : 'Choose the column';
}

function ReadLines({
  report: { lines, rows, skipped, settlements, fresh, gross, fees },
}: {
  report: SettlementReport;
}) {
  return (
    <>
      <div>
        <h3 className="h3 mb-3">Its first lines, as they are read</h3>
        <div className="overflow-x-auto">
          <table className="w-full min-w-[40rem] text-left">
            <thead className="small muted border-ink border-b">
              <tr>
                <th className="py-2 pr-4 font-medium">Payment</th>
                <th className="py-2 pr-4 text-right font-medium">Amount</th>
                <th className="py-2 pr-4 text-right font-medium">Fee</th>
                <th className="py-2 pr-4 font-medium">Settled on</th>
                <th className="py-2 pr-4 font-medium">Settlement</th>
                <th className="py-2 font-medium">Account</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.row} className="border-line border-b">
                  <td className="break-all py-2 pr-4">{line.reference}</td>
                  <td className="py-2 pr-4 text-right">{formatExactNaira(line.amount)}</td>
                  <td className="py-2 pr-4 text-right">{formatExactNaira(line.fee)}</td>
                  <td className="py-2 pr-4">{formatDate(line.settledOn)}</td>
                  <td className="break-all py-2 pr-4">{line.batch}</td>
                  <td className="py-2">{line.account ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <DescriptionList
        className="border-line border-y py-4"
        facts={[
          { label: 'Rows', value: skipped === 0 ? String(rows) : `${rows}, of which ${skipped} without a payment` },
          {
            label: 'Settlements',
            value: fresh === settlements ? String(settlements) : `${settlements}, ${fresh} of them new`,
          },
          { label: 'Paid by customers', value: formatExactNaira(gross) },
          { label: 'Fees', value: formatExactNaira(fees) },
        ]}
      />
    </>
  );
}
