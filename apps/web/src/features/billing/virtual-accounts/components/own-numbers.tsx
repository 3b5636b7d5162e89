import type { VirtualAccount } from '@portal/contract/billing/payments/virtual-accounts';
import { ReceiptText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { useVirtualAccountProviders, useVirtualAccounts } from '../api/virtual-accounts.ts';
import { shownAccounts } from '../shown-accounts.ts';
import { AccountEntry } from './account-entry.tsx';
import { CheckTransfers } from './check-transfers.tsx';
import { LineOfNumbers } from './line-of-numbers.tsx';
import { MoreNumbers } from './more-numbers.tsx';
import { PanelPart } from './panel-part.tsx';

/** The account numbers at banks to which the customer, or anybody, sends money for this account. */
export function OwnNumbers() {
  const t = useText();
  const accounts = useVirtualAccounts();
  return (
    <section aria-labelledby="own-numbers" className="keep-clear min-w-0">
      <Panel className="p-0!">
        <div className="px-5 py-5 md:px-8 md:py-6">
          <h2 className="h3" id="own-numbers">
            {t('Your own account numbers')}
          </h2>
          <p className="soft mt-1.5">
            {t('Any amount, any time. It pays your oldest bill first; the rest stays as credit.')}
          </p>
        </div>
        <AsyncBoundary
          query={accounts}
          failure={t('We could not load your account numbers')}
          skeleton={
            <PanelPart>
              <Skeleton className="h-6 w-40" />
              <Skeleton className="h-12 w-full" />
            </PanelPart>
          }
        >
          {(loaded) => <Numbers accounts={shownAccounts(loaded)} />}
        </AsyncBoundary>
      </Panel>
    </section>
  );
}

function Numbers({ accounts }: { accounts: readonly VirtualAccount[] }) {
  const t = useText();
  const [lineId, setLineId] = useState<number | null>(null);
  const providers = useVirtualAccountProviders(lineId);
  const ready = accounts.find(({ status }) => status === 'ready');
  return (
    <>
      {accounts.map((account) => (
        <AccountEntry
          key={account.accountNumber ?? `${account.provider} ${account.bank} ${account.status} ${account.line?.id}`}
          account={account}
          works={ready?.bank ?? null}
          isFirst={account === ready}
        />
      ))}
      <LineOfNumbers chosen={lineId} onChoose={setLineId} />
      <AsyncBoundary
        query={providers}
        failure={t('We could not load who opens account numbers')}
        skeleton={
          <PanelPart>
            <Skeleton className="h-12 w-full" />
          </PanelPart>
        }
      >
        {(loaded) => (
          <MoreNumbers
            key={lineId}
            accounts={accounts.filter(({ line }) => (line?.id ?? null) === lineId)}
            providers={loaded}
            lineId={lineId}
          />
        )}
      </AsyncBoundary>
      {ready && <CheckTransfers />}
      <Note>
        {t('We send a receipt when the bank reports your transfer. Nothing to upload and no reference to write.')}
      </Note>
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <PanelPart>
      <p className="soft small flex gap-3">
        <ReceiptText className="flex-none" />
        <span>{children}</span>
      </p>
    </PanelPart>
  );
}
