import {
  type getVirtualAccountOverview,
  replaceBank,
} from '@portal/contract/billing/payments/staff-incoming-transfers';
import { useState } from 'react';
import type { Answer } from '../../../../../shared/api/call-endpoint.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { useVirtualAccountOverview } from '../api/staff-virtual-accounts.ts';
import { ReplaceBankDialog } from './replace-bank-dialog.tsx';

type Overview = Answer<typeof getVirtualAccountOverview>;

const count = (number: number) => number.toLocaleString('en-NG');

/** Who opens account numbers, at which banks, and how far their lists of transfers were read. */
export function AccountNumberOverview() {
  const overview = useVirtualAccountOverview();
  return (
    <AsyncBoundary
      query={overview}
      failure="We could not load the account numbers"
      skeleton={<Skeleton className="mt-8 h-96 w-full" />}
    >
      {({ providers, banks }) => (
        <>
          <section aria-labelledby="providers-title" className="mt-8">
            <h2 className="h3 mb-4" id="providers-title">
              Providers
            </h2>
            {providers.length === 0 ? (
              <EmptyState title="No provider is set up">
                Account numbers come with the keys of Paystack, Monnify or Flutterwave, and their switch.
              </EmptyState>
            ) : (
              <Providers providers={providers} />
            )}
          </section>
          <section aria-labelledby="banks-title" className="mt-12">
            <h2 className="h3 mb-4" id="banks-title">
              Banks
            </h2>
            {banks.length === 0 ? (
              <EmptyState title="No numbers yet">Customers ask for theirs on their payment page.</EmptyState>
            ) : (
              <Banks banks={banks} />
            )}
          </section>
        </>
      )}
    </AsyncBoundary>
  );
}

function Providers({ providers }: Pick<Overview, 'providers'>) {
  return (
    <ul className="grid gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
      {providers.map(
        ({ provider, name, asksIdentity, beingPrepared, needsIdentity, refused, readUntil, lastFound }) => (
          <li key={provider} className="border-ink border-t pt-4">
            <article aria-label={name} className="grid gap-3">
              <h3 className="h4">{name}</h3>
              <p className="small soft">
                {asksIdentity ? 'Asks each customer for BVN or NIN.' : 'Asks customers for nothing.'}
              </p>
              <DescriptionList
                facts={[
                  { label: 'Being prepared', value: count(beingPrepared) },
                  ...(asksIdentity ? [{ label: 'Need BVN or NIN again', value: count(needsIdentity) }] : []),
                  { label: 'Refused', value: count(refused) },
                  { label: 'Its list read until', value: readUntil === null ? 'Not yet' : formatMoment(readUntil) },
                  { label: 'Found only in its list', value: count(lastFound) },
                ]}
              />
            </article>
          </li>
        ),
      )}
    </ul>
  );
}

const GRID = 'md:grid-cols-[minmax(0,1fr)_110px_110px_190px_200px]';

function Banks({ banks }: Pick<Overview, 'banks'>) {
  const [replacing, setReplacing] = useState<Overview['banks'][number] | null>(null);
  return (
    <>
      <div aria-hidden className={`small muted hidden gap-x-6 pb-2 md:grid ${GRID}`}>
        <span>Bank</span>
        <span className="text-right">In use</span>
        <span className="text-right">Replaced</span>
        <span>Last money</span>
        <span />
      </div>
      <ul className="border-ink border-t">
        {banks.map((each) => {
          const { provider, bank, ready, replaced, lastMoneyAt } = each;
          return (
            <li
              key={`${provider} ${bank}`}
              className={`grid grid-cols-1 items-center gap-x-6 gap-y-1.5 border-line border-b py-3 ${GRID}`}
            >
              <p className="min-w-0 break-words">
                <span className="semi">{bank}</span> <span className="small soft">{formatGateway(provider)}</span>
              </p>
              <p className="md:text-right">
                {count(ready)}
                <span className="md:sr-only"> in use</span>
              </p>
              <p className="soft md:text-right">
                {count(replaced)}
                <span className="md:sr-only"> replaced</span>
              </p>
              <p className="soft">
                <span className="md:sr-only">Last money: </span>
                {lastMoneyAt === null ? 'None yet' : formatMoment(lastMoneyAt)}
              </p>
              {ready > 0 && (
                <Allowed to={replaceBank}>
                  <Button variant="secondary" className="justify-self-start" onClick={() => setReplacing(each)}>
                    Replace this bank<span className="sr-only">: {bank}</span>
                  </Button>
                </Allowed>
              )}
            </li>
          );
        })}
      </ul>
      {replacing && <ReplaceBankDialog of={replacing} onClose={() => setReplacing(null)} />}
    </>
  );
}
