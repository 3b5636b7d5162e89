import {
  addBankAccount,
  type BankAccount,
  importBankStatement,
  retireBankAccount,
} from '@portal/contract/billing/bank/bank-accounts';
import { Archive, CircleCheck, FileUp, Landmark } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useBankAccounts, useRetireBankAccount } from '../api/bank-accounts.ts';
import { BankAccountDialog } from './bank-account-dialog.tsx';
import { StatementDialog } from './statement-dialog.tsx';
import { StatementsDialog } from './statements-dialog.tsx';

type Shown = { readonly as: 'import' | 'statements'; readonly account: BankAccount } | { readonly as: 'add' };

/** The provider’s bank accounts: what each holds, what waits, and the import of a statement. */
export function BankAccountList() {
  const accounts = useBankAccounts();
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  return (
    <section aria-label="Bank accounts" className="mt-5">
      <AsyncBoundary
        query={accounts}
        failure="We could not load the bank accounts"
        skeleton={<Skeleton className="h-28 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title="No bank account yet">
              Add the account that gateways pay into and tills bank their cash in, with its balance at the end of a day.
            </EmptyState>
          ) : (
            <ul className="border-ink border-t">
              {loaded.map((account) => (
                <Row key={account.id} account={account} onShow={(as) => setShown({ as, account })} />
              ))}
            </ul>
          )
        }
      </AsyncBoundary>
      <Allowed to={addBankAccount}>
        <Button variant="secondary" className="mt-4" onClick={() => setShown({ as: 'add' })}>
          <Landmark />
          Add a bank account
        </Button>
      </Allowed>
      {shown?.as === 'add' && <BankAccountDialog onClose={close} />}
      {shown?.as === 'import' && <StatementDialog account={shown.account} onClose={close} />}
      {shown?.as === 'statements' && <StatementsDialog account={shown.account} onClose={close} />}
    </section>
  );
}

function balances({ balance, statementBalance, lastDay }: BankAccount): string {
  if (lastDay === null) return `${formatExactNaira(balance)} at its opening, no statement yet`;
  const day = formatDay(`${lastDay}T12:00:00Z`);
  if (statementBalance === null) return `${formatExactNaira(balance)} in the ledger, lines until ${day}`;
  return `${formatExactNaira(statementBalance)} by the statement until ${day}, ${formatExactNaira(balance)} in the ledger`;
}

function Row({ account, onShow }: { account: BankAccount; onShow: (as: 'import' | 'statements') => void }) {
  const { id, name, bank, accountNumber, open, proposed, retiredAt } = account;
  const retire = useRetireBankAccount();
  const oneAtATime = useOneAtATime();
  async function end() {
    try {
      const { message } = await retire.mutateAsync(id);
      toast({ title: bidiIsolate(name), description: message });
    } catch (failure) {
      toast({ title: 'Not retired', description: messageOf(failure), variant: 'destructive' });
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-3">
      <div className="min-w-56 flex-1">
        <p className="semi wrap-anywhere flex flex-wrap items-center gap-2">
          {bidiIsolate(name)}
          {retiredAt !== null ? (
            <Badge kind="mute" icon={Archive}>
              Retired
            </Badge>
          ) : open > 0 ? (
            <Badge kind="warn">
              {open === 1 ? '1 line waits' : `${open} lines wait`}
              {proposed > 0 && `, ${proposed} proposed`}
            </Badge>
          ) : (
            <Badge kind="ok" icon={CircleCheck}>
              All matched
            </Badge>
          )}
        </p>
        <p className="small wrap-anywhere">
          {bank}, {accountNumber}
        </p>
        <p className="soft small">{balances(account)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {retiredAt === null && (
          <Allowed to={importBankStatement}>
            <Button aria-label={`Import a statement of ${name}`} onClick={() => onShow('import')}>
              <FileUp />
              Import a statement
            </Button>
          </Allowed>
        )}
        <Button variant="secondary" aria-label={`Statements of ${name}`} onClick={() => onShow('statements')}>
          Statements
        </Button>
        {retiredAt === null && open === 0 && (
          <Allowed to={retireBankAccount}>
            <Button
              variant="quiet"
              aria-label={`Retire ${name}`}
              busy={retire.isPending}
              busyLabel="Saving..."
              onClick={() => oneAtATime(end)}
            >
              Retire
            </Button>
          </Allowed>
        )}
      </div>
    </li>
  );
}
