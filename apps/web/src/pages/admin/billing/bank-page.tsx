import type { BankLineDetail } from '@portal/contract/billing/bank/bank-lines';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useBankAccounts } from '../../../features/billing/bank/staff/api/bank-accounts.ts';
import { useBankLines } from '../../../features/billing/bank/staff/api/bank-lines.ts';
import { BankAccountList } from '../../../features/billing/bank/staff/components/bank-account-list.tsx';
import { BankLineFilters } from '../../../features/billing/bank/staff/components/bank-line-filters.tsx';
import { BankLineList } from '../../../features/billing/bank/staff/components/bank-line-list.tsx';
import { BankLinePanel } from '../../../features/billing/bank/staff/components/bank-line-panel.tsx';
import { addressOf, choiceOf, type LineChoice } from '../../../features/billing/bank/staff/line-choice.ts';
import { useShortcuts } from '../../../shared/staff/shortcuts/shortcuts.ts';
import { buttonClass } from '../../../shared/ui/button/button.tsx';
import { Field } from '../../../shared/ui/form/field.tsx';
import { PageLink } from '../../../shared/ui/navigation/page-link.tsx';
import { CustomerDialog } from '../console/customer-picker.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/accounting/bank: the provider’s bank accounts, the lines of their statements, and what each line was. */
export function BankPage() {
  const choice = choiceOf(useSearchParams()[0]);
  const accounts = useBankAccounts();
  return (
    <ConsolePageLayout back={{ to: '/admin/accounting', label: 'Accounting' }}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="h2">Bank</h1>
          <p className="soft mt-1.5 max-w-[46em]">
            What the bank shows beside what is booked. Lines that name the number and the sum of something are matched
            by themselves, the others wait for you.
          </p>
        </div>
        <PageLink className={buttonClass({ variant: 'secondary' })} to="/admin/accounting/month">
          The month of money
        </PageLink>
      </div>
      <BankAccountList />
      {accounts.data && accounts.data.length > 0 && <Lines choice={choice} accounts={accounts.data} />}
    </ConsolePageLayout>
  );
}

type LinesProps = { choice: LineChoice; accounts: NonNullable<ReturnType<typeof useBankAccounts>['data']> };

function Lines({ choice, accounts }: LinesProps) {
  const navigate = useNavigate();
  const lines = useBankLines(choice);
  const [recording, setRecording] = useState<BankLineDetail | null>(null);
  const show = (line: number | null) => void navigate(addressOf({ ...choice, line }));
  function step(by: 1 | -1) {
    const rows = lines.data ?? [];
    const place = rows.findIndex(({ id }) => id === choice.line);
    const next = place === -1 ? rows[0] : rows[place + by];
    if (next) show(next.id);
  }
  useShortcuts([
    { key: 'j', label: 'The next line', run: () => step(1) },
    { key: 'k', label: 'The line before', run: () => step(-1) },
  ]);
  return (
    <section aria-label="Lines" className="mt-8 grid gap-4">
      <Search key={choice.search} choice={choice} />
      <div className={choice.line === null ? 'collections' : 'collections collections-open'}>
        <BankLineFilters choice={choice} accounts={accounts} />
        <div className="collections-list min-w-0">
          <BankLineList lines={lines} choice={choice} onOpen={show} />
        </div>
        <div className="collections-call min-w-0">
          {choice.line === null ? (
            <div className="panel grid gap-2 max-lg:hidden">
              <h2 className="h3">No line is chosen</h2>
              <p className="soft">Choose a line of the list, or press J.</p>
            </div>
          ) : (
            <BankLinePanel
              key={choice.line}
              id={choice.line}
              onClose={() => show(null)}
              onNext={() => step(1)}
              onRecord={setRecording}
            />
          )}
        </div>
      </div>
      {recording && (
        <CustomerDialog
          title="Whose transfer is it?"
          onClose={() => setRecording(null)}
          onChoose={(id) => {
            const start = new URLSearchParams({ deposit: String(recording.amount), slip: `BANK-LINE-${recording.id}` });
            void navigate(`/admin/counter/${id}?${start}`);
          }}
        />
      )}
    </section>
  );
}

function Search({ choice }: { choice: LineChoice }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(choice.search);
  return (
    <form
      aria-label="Search"
      className="max-w-md"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate(addressOf({ ...choice, search: typed.trim(), line: null }));
      }}
    >
      <Field
        label="Find a line"
        hint="Words of the narration, a number, or the sum"
        type="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </form>
  );
}
