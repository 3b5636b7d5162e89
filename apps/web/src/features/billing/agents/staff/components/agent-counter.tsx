import type { AgentSale, AgentCounter as Counter } from '@portal/contract/billing/staff-agents';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { Tabs } from '../../../../../shared/ui/navigation/tabs.tsx';
import { useAgentCounter, useFindAgentCustomer, useOwnStatement } from '../api/agent-counter.ts';
import { type Sold, useSell } from '../use-sell.ts';
import { SaleForm } from './sale-form.tsx';
import { StatementTable } from './statement-table.tsx';
import { VoucherForm } from './voucher-form.tsx';

/** The counter of an agent: what is owed, the customer, and what they pay. */
export function AgentCounter() {
  const counter = useAgentCounter();
  if (counter.error instanceof ApiError && counter.error.code === 'agent.none' && !counter.data) {
    return (
      <>
        <h1 className="h2 mb-5">Counter</h1>
        <EmptyState title="You are not set up as an agent yet">
          The people at billing add you, with what you may sell and your commission.
        </EmptyState>
      </>
    );
  }
  return (
    <AsyncBoundary
      query={counter}
      failure="We could not load your counter"
      skeleton={<Skeleton className="h-[32rem] w-full" />}
    >
      {(loaded) => (
        <>
          <h1 className="h2 wrap-anywhere">{loaded.name}</h1>
          <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,480px)_minmax(0,1fr)] lg:gap-10">
            <Customer />
            <div className="grid min-w-0 gap-8">
              <Standing counter={loaded} />
              <Sales sales={loaded.sales} />
              <OwnStatement />
            </div>
          </div>
        </>
      )}
    </AsyncBoundary>
  );
}

function Standing({ counter }: { counter: Counter }) {
  const { owes, left, limit, commission, today } = counter;
  return (
    <DescriptionList
      className="border-line border-y py-4"
      facts={[
        { label: 'You owe', value: <strong className="semi">{formatExactNaira(owes)}</strong> },
        ...(left === null || limit === null
          ? []
          : [{ label: 'Left', value: `${formatExactNaira(left)} of ${formatExactNaira(limit)}` }]),
        {
          label: 'Today',
          value: `${formatExactNaira(today.taken)}, ${today.sales === 1 ? '1 sale' : `${today.sales} sales`}`,
        },
        { label: 'You keep', value: `${commission}%, today ${formatExactNaira(today.commission)}` },
      ]}
    />
  );
}

type Done = { readonly text: string; readonly receiptNumber: string };

const doneOf = ({ sale }: Sold): Done => ({
  text: `${formatExactNaira(sale.amount)} is recorded.`,
  receiptNumber: sale.receiptNumber,
});

/** First who pays, then what. */
function Customer() {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<{ readonly customer: string; readonly name: string } | null>(null);
  const [way, setWay] = useState<'cash' | 'voucher'>('cash');
  const [done, setDone] = useState<Done | null>(null);
  const find = useFindAgentCustomer();
  const { sell, unanswered, sendAgain, busy, failure } = useSell((sold) => finish(doneOf(sold)));
  const look = useMutateOnce(find);
  function submit(event: FormEvent) {
    event.preventDefault();
    setDone(null);
    const customer = typed.trim();
    if (customer) void look(customer, { onSuccess: ({ name }) => setFound({ customer, name }) });
  }
  function finish(next: Done) {
    setDone(next);
    setFound(null);
    setTyped('');
    find.reset();
  }
  return (
    <Panel className="grid gap-5 p-5 md:p-6">
      {done && (
        <Alert kind="ok">
          {done.text} Receipt {done.receiptNumber}.
        </Alert>
      )}
      {failure && <Alert kind="bad">{failure}</Alert>}
      {unanswered && (
        <>
          <Alert kind="bad">
            The server has not answered. The {formatExactNaira(unanswered.order.amount)} of {unanswered.name} may be
            recorded or not: send it again, it is recorded once.
          </Alert>
          <Button size="large" block busy={busy} busyLabel="Sending..." onClick={sendAgain}>
            Send {formatExactNaira(unanswered.order.amount)} again
          </Button>
        </>
      )}
      {found === null ? (
        <form className="grid gap-4" aria-label="Who pays" noValidate onSubmit={submit}>
          <Field
            label="Account number or mobile number"
            hint="The whole number. A mobile number has to be one that they have verified."
            inputMode="tel"
            autoComplete="off"
            maxLength={40}
            value={typed}
            error={find.error ? messageOf(find.error) : undefined}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" size="large" block busy={find.isPending} busyLabel="Looking...">
            Find the customer
          </Button>
        </form>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p>
              <span className="small soft block">Customer</span>
              <strong className="semi flex items-center gap-2">
                <CircleCheck className="icon-small text-ok" aria-hidden />
                {found.name}
              </strong>
            </p>
            <Button variant="quiet" onClick={() => setFound(null)}>
              Another
            </Button>
          </div>
          <Tabs
            label="How they pay"
            tabs={[
              { id: 'cash', label: 'Cash' },
              { id: 'voucher', label: 'Voucher' },
            ]}
            current={way}
            onChange={(id) => setWay(id as 'cash' | 'voucher')}
          >
            {way === 'cash' ? (
              <SaleForm key={found.customer} {...found} sell={sell} isWaiting={unanswered !== null} onDone={finish} />
            ) : (
              <VoucherForm key={found.customer} customer={found.customer} onDone={finish} />
            )}
          </Tabs>
        </>
      )}
    </Panel>
  );
}

function Sales({ sales }: { sales: readonly AgentSale[] }) {
  return (
    <section aria-labelledby="sales-title">
      <h2 className="h3 mb-3" id="sales-title">
        Latest sales
      </h2>
      {sales.length === 0 ? (
        <p className="soft">None yet.</p>
      ) : (
        <ul className="border-ink border-t">
          {sales.map(({ reference, receiptNumber, amount, commission, customer, at, isReversed }) => (
            <li key={reference} className="flex items-start justify-between gap-4 border-line border-b py-3">
              <div className="min-w-0">
                <p className="semi wrap-anywhere">{customer}</p>
                <p className="small soft">{formatMoment(at)}</p>
                <p className="small muted">{receiptNumber}</p>
              </div>
              <div className="text-right">
                <p className="semi">{formatExactNaira(amount)}</p>
                {isReversed ? (
                  <Badge kind="mute">Given back</Badge>
                ) : (
                  <p className="small soft">you keep {formatExactNaira(commission)}</p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function OwnStatement() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="own-statement-title">
      <h2 className="h3 mb-3" id="own-statement-title">
        Statement
      </h2>
      {isOpen ? (
        <LoadedStatement />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          The last 30 days
        </Button>
      )}
    </section>
  );
}

function LoadedStatement() {
  const statement = useOwnStatement();
  return (
    <AsyncBoundary
      query={statement}
      failure="We could not load the statement"
      skeleton={<Skeleton className="h-48 w-full" />}
    >
      {(loaded) => <StatementTable statement={loaded} />}
    </AsyncBoundary>
  );
}
