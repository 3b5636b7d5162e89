import { downloadRejectedRows, type ImportDetail } from '@portal/contract/console/imports';
import { Download } from 'lucide-react';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { buttonClass } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { formatCount } from '../import-labels.ts';

/** What became of the rows of a file, and of its money. */
export function ImportReport({ run }: { run: ImportDetail }) {
  const { status, isDryRun, failure, rows, rejected } = run;
  if (status === 'failed') return <Alert kind="bad">{failure}.</Alert>;
  const accepted = isDryRun ? 'Would be imported' : 'Imported';
  return (
    <div className="grid gap-6">
      {status === 'running' && (
        <Alert kind="info">
          {isDryRun ? 'Checking' : 'Importing'}: {formatCount(rows)} rows so far. You may leave this page.
        </Alert>
      )}
      <DescriptionList
        className="border-line border-y py-4"
        facts={[
          { label: 'Rows in the file', value: formatCount(rows) },
          { label: accepted, value: formatCount(run.accepted) },
          { label: 'Rejected', value: formatCount(rejected) },
          { label: 'Imported before', value: formatCount(run.repeated) },
        ]}
      />
      {run.sums && <Sums sums={run.sums} accepted={accepted} />}
      {rejected > 0 && <RejectedRows run={run} />}
    </div>
  );
}

function Sums({ sums, accepted }: { sums: NonNullable<ImportDetail['sums']>; accepted: string }) {
  return (
    <section aria-label="Money">
      <h2 className="semi mb-2">Money, to the kobo</h2>
      <DescriptionList
        className="border-line border-y py-4"
        facts={[
          { label: 'In the file', value: formatExactNaira(sums.file) },
          { label: accepted, value: formatExactNaira(sums.booked) },
          { label: 'Rejected', value: formatExactNaira(sums.rejected) },
          { label: 'Imported before', value: formatExactNaira(sums.repeated) },
        ]}
      />
    </section>
  );
}

function RejectedRows({ run: { id, rejected, rejectedRows } }: { run: ImportDetail }) {
  return (
    <section aria-label="Rejected rows">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="semi">Rejected rows</h2>
          <p className="soft small">
            Nothing of them is imported. Mend the file, and send it again.
            {rejected > rejectedRows.length && ` The first ${rejectedRows.length} are shown.`}
          </p>
        </div>
        <a
          className={buttonClass({ variant: 'secondary' })}
          href={downloadRejectedRows.path.replace(':id', encodeURIComponent(id))}
          download
        >
          <Download className="icon-small" />
          Rejected rows (CSV)
        </a>
      </div>
      <ul className="mt-3 border-line border-t">
        {rejectedRows.map(({ row, reason, cells }) => (
          <li key={row} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3 border-line border-b py-2.5">
            <span className="muted">Row {row}</span>
            <div className="min-w-0">
              <p className="wrap-anywhere">{reason}</p>
              <p className="muted small wrap-anywhere">{cells.join(', ').slice(0, 300)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
