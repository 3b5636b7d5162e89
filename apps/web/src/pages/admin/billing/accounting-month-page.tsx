import { exportVatReturn, getAccountingMonth, getAuditFile } from '@portal/contract/billing/accounting-periods';
import { exportJournal } from '@portal/contract/billing/ledger';
import { Download } from 'lucide-react';
import { useSearchParams } from 'react-router';
import {
  useAccountingMonth,
  useAccountingPeriods,
} from '../../../features/billing/accounting-periods/staff/api/accounting-months.ts';
import {
  ClosingPanel,
  PERIOD_STATUSES,
} from '../../../features/billing/accounting-periods/staff/components/closing-panel.tsx';
import { DocumentProofPanel } from '../../../features/billing/accounting-periods/staff/components/document-proof-panel.tsx';
import { VatReturnPanel } from '../../../features/billing/accounting-periods/staff/components/vat-return-panel.tsx';
import { WithholdingPanel } from '../../../features/billing/accounting-periods/staff/components/withholding-panel.tsx';
import { monthName } from '../../../features/billing/accounting-periods/staff/month-name.ts';
import { now } from '../../../shared/format/clock.ts';
import { downloadOnClick } from '../../../shared/proof/start-download.ts';
import { AsyncBoundary } from '../../../shared/ui/async/async-boundary.tsx';
import { DataAsOf } from '../../../shared/ui/async/data-as-of.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { buttonClass } from '../../../shared/ui/button/button.tsx';
import { SelectField } from '../../../shared/ui/form/select-field.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

const LAGOS_AHEAD_MS = 3_600_000;
const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;

/** The month before the present one: the one that an accountant works on. */
function lastMonth(): string {
  const today = new Date(now().getTime() + LAGOS_AHEAD_MS);
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

function Section({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 className="h3 mb-4" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Which month, with the state of each. */
function MonthChoice({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const periods = useAccountingPeriods();
  const known = periods.data ?? [];
  const options = known.map((period) => ({
    value: period.month,
    label: `${monthName(period.month)}, ${PERIOD_STATUSES[period.status].label.toLowerCase()}`,
  }));
  const isKnown = known.some((period) => period.month === month);
  return (
    <SelectField
      label="Month"
      options={isKnown ? options : [...options, { value: month, label: monthName(month) }]}
      value={month}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const FILES = [
  { label: 'Audit file', path: (month: string) => getAuditFile.path.replace(':month', month) },
  {
    label: 'Documents of the VAT return (CSV)',
    path: (month: string) => exportVatReturn.path.replace(':month', month),
  },
  { label: 'Journal (CSV)', path: (month: string) => `${exportJournal.path}?month=${month}&format=plain` },
];

/** /admin/accounting/periods: a month of the accountant, from the VAT return to closing it. */
export function AccountingMonthPage() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('month') ?? '';
  const month = MONTH.test(asked) ? asked : lastMonth();
  const read = useAccountingMonth(month);
  return (
    <ConsolePageLayout
      title={`Accounting period: ${monthName(month)}`}
      lead="What the VAT return needs, whether ledger, documents and tax authority say the same, and the closing of the month."
      back={{ to: '/admin/accounting', label: 'Accounting' }}
    >
      <div className="mt-6 max-w-[24em]">
        <MonthChoice month={month} onChange={(value) => setSearch({ month: value })} />
      </div>
      <AsyncBoundary
        query={read}
        failure="We could not load the month"
        skeleton={<Skeleton className="mt-6 h-[40rem] w-full" />}
      >
        {(loaded) => (
          <>
            <DataAsOf label="As of" path={getAccountingMonth.path} />
            <Section id="closing-title" title="Closing">
              <ClosingPanel month={loaded} />
            </Section>
            <Section id="vat-title" title="VAT return">
              <VatReturnPanel vat={loaded.vatReturn} />
            </Section>
            <Section id="proof-title" title="Ledger, documents, tax authority">
              <DocumentProofPanel proof={loaded.proof} />
            </Section>
            <Section id="withheld-title" title="Withheld tax">
              <WithholdingPanel withholding={loaded.withholding} />
            </Section>
            <Section id="files-title" title="Files">
              <p className="soft mb-4 max-w-[46em]">
                The audit file opens without the portal: journal, every document as a page and as UBL, attachments,
                checksums. Each download is on the audit record.
              </p>
              <div className="flex flex-wrap gap-3">
                {FILES.map(({ label, path }) => (
                  <a
                    key={label}
                    className={buttonClass({ variant: 'secondary' })}
                    href={path(month)}
                    onClick={downloadOnClick}
                  >
                    <Download />
                    {label}
                  </a>
                ))}
              </div>
            </Section>
          </>
        )}
      </AsyncBoundary>
    </ConsolePageLayout>
  );
}
