import { getTrialBalance, type TrialBalance } from '@portal/contract/billing/ledger';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { DataAsOf } from '../../../../../shared/ui/async/data-as-of.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { useLedgerStatus } from '../../../payments/staff/api/get-accounting.ts';

const ACCOUNTS: Readonly<Record<string, string>> = {
  adjustments: 'Credit given by staff',
  'bad-debts': 'Written off',
  bank: 'On the way to the bank',
  'bank-charges': 'Charges of banks',
  'bank-interest': 'Interest of banks',
  chargebacks: 'Lost to chargebacks',
  credit: 'Credit of customers',
  'gateway-fees': 'Fees of gateways',
  vouchers: 'Vouchers not used yet',
  'voucher-expiries': 'Vouchers that expired',
  'agent-commissions': 'Commission of agents',
  'input-vat': 'VAT in fees and charges',
  'opening-invoices': 'Open invoices of an earlier system',
  'account-merges': 'Credit between accounts of one person',
  'opening-balances': 'Brought over from an earlier system',
  receivable: 'Owed by customers',
  'referral-rewards': 'Referral rewards',
  refunds: 'On its way back',
  revenue: 'Revenue',
  'stamp-duty': 'Stamp duty',
  suspense: 'Not known yet what for',
  'till-differences': 'Missing in tills',
  'withholding-tax-receivable': 'Tax withheld by companies',
};

function nameOf(account: string): string {
  const [place, of = ''] = account.split(':');
  if (place === 'agent') return `Owed by agent ${of}`;
  if (place === 'till') return `Till of staff member ${of}`;
  if (place === 'payouts') return `Paid out by ${formatGateway(of)}, on the way`;
  if (place === 'bank' && of !== '') return `Bank account ${of}`;
  return place === 'gateway' ? `At ${formatGateway(of)}` : (ACCOUNTS[account] ?? account);
}

function isRight({ remainder, unbalanced, wrongCredit }: TrialBalance): boolean {
  return remainder === 0 && unbalanced === 0 && wrongCredit === 0;
}

/** The double-entry ledger account by account, and whether it adds up. */
export function LedgerCheck() {
  const status = useLedgerStatus();
  return (
    <AsyncBoundary
      query={status}
      failure="We could not load the ledger"
      skeleton={<Skeleton className="h-64 w-full" />}
    >
      {(loaded) => (
        <>
          <DataAsOf label="As of" path={getTrialBalance.path} />
          <Alert kind={isRight(loaded) ? 'ok' : 'bad'}>
            {isRight(loaded)
              ? `The ledger is balanced: ${loaded.transactions.toLocaleString('en-NG')} transactions, each with two equal sides, and every customer’s credit as the ledger has it.`
              : `The ledger is not balanced: ${loaded.unbalanced} transactions without equal sides, ${loaded.wrongCredit} customers with another credit than the ledger’s. Run “npm run ledger-check”, which names them.`}
          </Alert>
          <div className="mt-5 max-w-[46em]">
            <table className="w-full text-left">
              <thead>
                <tr className="border-ink border-b">
                  <th className="semi py-2 pr-4" scope="col">
                    Account
                  </th>
                  <th className="semi py-2 pr-4 text-right max-sm:hidden" scope="col">
                    Entries
                  </th>
                  <th className="semi py-2 text-right" scope="col">
                    Balance
                  </th>
                </tr>
              </thead>
              <tbody>
                {loaded.accounts.map(({ account, entries, balance }) => (
                  <tr key={account} className="border-line border-b">
                    <th className="py-2 pr-4 font-normal" scope="row">
                      {nameOf(account)}
                    </th>
                    <td className="soft py-2 pr-4 text-right max-sm:hidden">{entries.toLocaleString('en-NG')}</td>
                    <td className="py-2 text-right whitespace-nowrap">{formatExactNaira(balance)}</td>
                  </tr>
                ))}
                <tr>
                  <th className="semi py-2 pr-4" scope="row">
                    All together
                  </th>
                  <td className="max-sm:hidden" />
                  <td className="semi py-2 text-right whitespace-nowrap">{formatExactNaira(loaded.remainder)}</td>
                </tr>
              </tbody>
            </table>
          </div>
        </>
      )}
    </AsyncBoundary>
  );
}
