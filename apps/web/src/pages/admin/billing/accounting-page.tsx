import { getAccountingMonth } from '@portal/contract/billing/accounting-periods';
import { listBankAccounts } from '@portal/contract/billing/bank/bank-accounts';
import { listEInvoices } from '@portal/contract/billing/e-invoices';
import { listSettlements } from '@portal/contract/billing/gateway-settlements';
import { exportJournal, getTrialBalance } from '@portal/contract/billing/ledger';
import {
  getVirtualAccountOverview,
  listIncomingTransfers,
} from '@portal/contract/billing/payments/staff-incoming-transfers';
import { listCourtesyDays } from '@portal/contract/billing/staff-courtesy-days';
import { AdjustmentList } from '../../../features/billing/adjustments/staff/components/adjustment-list.tsx';
import { WithholdingList } from '../../../features/billing/companies/staff/components/withholding-list.tsx';
import { CourtesyList } from '../../../features/billing/courtesy-days/staff/components/courtesy-list.tsx';
import { E_INVOICES_PAGE } from '../../../features/billing/e-invoices/staff/e-invoice-filter.ts';
import { UNMATCHED_MONEY } from '../../../features/billing/incoming-transfers/staff/transfer-choice.ts';
import { InvoiceExport } from '../../../features/billing/invoices/staff/components/invoice-export.tsx';
import { JournalExport } from '../../../features/billing/ledger/staff/components/journal-export.tsx';
import { LedgerCheck } from '../../../features/billing/ledger/staff/components/ledger-check.tsx';
import { GatewayReconciliations } from '../../../features/billing/reconciliation/staff/components/gateway-reconciliation.tsx';
import { WriteOffList } from '../../../features/billing/write-offs/staff/components/write-off-list.tsx';
import { now } from '../../../shared/format/clock.ts';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { ArrowLink } from '../../../shared/ui/button/arrow-link.tsx';
import { buttonClass } from '../../../shared/ui/button/button.tsx';
import { PageLink } from '../../../shared/ui/navigation/page-link.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

const LAGOS_AHEAD_MS = 3_600_000;

/** The current month in Lagos, up to today. */
function thisMonth(at: Date) {
  const today = new Date(at.getTime() + LAGOS_AHEAD_MS).toISOString().slice(0, 10);
  return { from: `${today.slice(0, 8)}01`, to: today };
}

const PAGES = [
  { to: '/admin/accounting/periods', label: 'Accounting periods', needs: getAccountingMonth },
  { to: '/admin/accounting/month', label: 'Month of money', needs: listBankAccounts },
  { to: '/admin/accounting/bank', label: 'Bank', needs: listBankAccounts },
  { to: '/admin/accounting/settlements', label: 'Settlements', needs: listSettlements },
  { to: UNMATCHED_MONEY, label: 'Unmatched money', needs: listIncomingTransfers },
  { to: '/admin/account-numbers', label: 'Account numbers', needs: getVirtualAccountOverview },
  { to: E_INVOICES_PAGE, label: 'E-invoices', needs: listEInvoices },
] as const;

/** The pages of the accountant. */
function AccountingNav() {
  return (
    <nav aria-label="Accounting" className="mt-5 flex flex-wrap gap-2">
      {PAGES.map(({ to, label, needs }) => (
        <Allowed key={to} to={needs}>
          <PageLink className={buttonClass({ variant: 'secondary' })} to={to}>
            {label}
          </PageLink>
        </Allowed>
      ))}
    </nav>
  );
}

/**
 * /admin/accounting: the gateways' lists compared with our ledger, credit that waits for a second
 * person, withheld tax without its document, whether the ledger balances, and the invoices and the journal as files.
 */
export function AccountingPage() {
  return (
    <ConsolePageLayout
      title="Accounting"
      lead="Every transaction is booked with two equal sides, and reconciled with what each gateway has received."
      back={{ to: '/admin/payments', label: 'Payments' }}
    >
      <AccountingNav />
      <section aria-labelledby="gateways-title" className="mt-8">
        <h2 className="h3 mb-4" id="gateways-title">
          Gateway reconciliation
        </h2>
        <GatewayReconciliations />
        <Allowed to={listSettlements}>
          <p className="mt-4">
            <ArrowLink to="/admin/accounting/settlements">What they paid out</ArrowLink>
          </p>
        </Allowed>
      </section>
      <section aria-labelledby="adjustments-title" className="mt-12">
        <h2 className="h3 mb-4" id="adjustments-title">
          Credit that waits for a second person
        </h2>
        <AdjustmentList empty="None waits." />
      </section>
      <Allowed to={listCourtesyDays}>
        <section aria-labelledby="courtesy-title" className="mt-12">
          <h2 className="h3 mb-4" id="courtesy-title">
            Courtesy days that wait for a second person
          </h2>
          <CourtesyList empty="None wait." />
        </section>
      </Allowed>
      <section aria-labelledby="write-offs-title" className="mt-12">
        <h2 className="h3 mb-4" id="write-offs-title">
          Write-offs that wait for a second person
        </h2>
        <WriteOffList empty="None waits." />
      </section>
      <section aria-labelledby="withholding-title" className="mt-12">
        <h2 className="h3 mb-4" id="withholding-title">
          Withholding tax without its document
        </h2>
        <WithholdingList empty="None is awaited." />
      </section>
      <section aria-labelledby="invoices-title" className="mt-12">
        <h2 className="h3 mb-1" id="invoices-title">
          Invoices
        </h2>
        <p className="soft mb-4 max-w-[46em]">
          All that were issued from one day in Lagos to another, in the order of their numbers. Each export is on the
          audit record.
        </p>
        <InvoiceExport start={thisMonth(now())} />
      </section>
      <Allowed to={exportJournal}>
        <section aria-labelledby="journal-title" className="mt-12">
          <h2 className="h3 mb-1" id="journal-title">
            Journal
          </h2>
          <p className="soft mb-4 max-w-[46em]">
            The ledger of one month as journal entries with debit and credit, VAT apart, for your accounting program.
          </p>
          <JournalExport start={thisMonth(now()).from.slice(0, 7)} />
        </section>
      </Allowed>
      <Allowed to={getTrialBalance}>
        <section aria-labelledby="ledger-title" className="mt-12">
          <h2 className="h3 mb-4" id="ledger-title">
            Ledger
          </h2>
          <LedgerCheck />
        </section>
      </Allowed>
    </ConsolePageLayout>
  );
}
