import { intakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import { useNavigate } from 'react-router';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { LinkTabs } from '../../../../../shared/ui/navigation/link-tabs.tsx';
import { useIncomingTransfers, useUnmatchedMoney } from '../api/incoming-transfers.ts';
import type { CustomerChoice } from '../customer-choice.ts';
import { type TransferChoice, transferChoiceOf, transfersAt } from '../transfer-choice.ts';
import { TransferEntry } from './transfer-entry.tsx';

const PROVIDERS = intakeProvider.options.map((value) => ({ value, label: formatGateway(value) }));

const EMPTY: Readonly<Record<TransferChoice['view'], readonly [title: string, why: string]>> = {
  waiting: ['No money waits', 'Every transfer has found its customer.'],
  settled: ['No money has come yet', 'Transfers to account numbers appear here.'],
  returned: ['Nothing was sent back', 'What goes back to its bank appears here.'],
  reversed: ['Nothing was reversed', 'What a bank takes back appears here.'],
};

/** Which transfers are listed, by what has become of them, and by provider. */
export function TransferFilters({ choice }: { choice: TransferChoice }) {
  const navigate = useNavigate();
  const waiting = useUnmatchedMoney().data;
  const at = (view: TransferChoice['view']) => transfersAt({ ...choice, view });
  return (
    <>
      <LinkTabs
        label="Which transfers"
        current={choice.view}
        views={[
          {
            id: 'waiting',
            to: at('waiting'),
            label: 'Waiting',
            mark: waiting && <Badge kind={waiting.count > 0 ? 'warn' : 'mute'}>{waiting.count}</Badge>,
          },
          { id: 'settled', to: at('settled'), label: 'Settled' },
          { id: 'returned', to: at('returned'), label: 'Sent back' },
          { id: 'reversed', to: at('reversed'), label: 'Reversed' },
        ]}
      />
      <search className="mt-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="w-56 max-w-full">
          <SelectField
            label="Provider"
            placeholder="Any"
            options={PROVIDERS}
            value={choice.provider}
            onChange={({ target }) =>
              void navigate(
                transfersAt({
                  ...choice,
                  provider: transferChoiceOf(new URLSearchParams({ provider: target.value })).provider,
                }),
                { replace: true },
              )
            }
          />
        </div>
        {choice.view === 'waiting' && waiting && waiting.count > 0 && (
          <p className="soft">
            <span className="semi text-ink">{formatExactNaira(waiting.amount)}</span> waits
            {waiting.oldestAt !== null && `, the oldest since ${formatMoment(waiting.oldestAt)}`}.
          </p>
        )}
      </search>
    </>
  );
}

export type TransferListProps = { choice: TransferChoice; Customers: CustomerChoice | null };

/** The chosen transfers, newest first. */
export function TransferList({ choice, Customers }: TransferListProps) {
  const transfers = useIncomingTransfers(choice);
  const [title, why] = EMPTY[choice.view];
  return (
    <AsyncBoundary
      query={transfers}
      failure="We could not load the transfers"
      skeleton={
        <div className="grid gap-3">
          {['a', 'b', 'c'].map((row) => (
            <Skeleton key={row} className="h-32 w-full" />
          ))}
        </div>
      }
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState title={title}>{choice.provider ? 'None fits the choice above.' : why}</EmptyState>
        ) : (
          <>
            <ul className="border-ink border-t">
              {loaded.map((transfer) => (
                <TransferEntry key={transfer.id} transfer={transfer} Customers={Customers} />
              ))}
            </ul>
            <ShowMore query={transfers} />
          </>
        )
      }
    </AsyncBoundary>
  );
}
