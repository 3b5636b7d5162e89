import type { PaymentPage } from '@portal/contract/billing/payments/staff-payments';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { eventLabel, type PaymentEvent } from '../event-labels.ts';

/** The history of a payment, in chronological order, in plain words. */
export function PaymentHistory({ payment }: { payment: PaymentPage }) {
  return (
    <section aria-labelledby="history-title">
      <h2 className="h3" id="history-title">
        What happened
      </h2>
      <ol className="mt-4 border-ink border-t">
        <Entry
          at={payment.createdAt}
          title="The payment was opened"
          by={bidiIsolate((payment.counter?.takenBy ?? payment.customer).name)}
          facts={[]}
        />
        {payment.events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added, at the end.
          <EventEntry key={`${event.at} ${event.kind} ${index}`} event={event} />
        ))}
      </ol>
    </section>
  );
}

function EventEntry({ event }: { event: PaymentEvent }) {
  return <Entry at={event.at} {...eventLabel(event)} />;
}

type EntryProps = { at: string; title: string; by: string; facts: readonly string[] };

function Entry({ at, title, by, facts }: EntryProps) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-line border-b py-3 sm:grid-cols-[190px_minmax(0,1fr)]">
      <time className="muted small" dateTime={at}>
        {formatDateTime(at)}
      </time>
      <div className="min-w-0">
        <p className="semi">{title}</p>
        {by && <p className="soft small">{by}</p>}
        {facts.map((fact) => (
          <p key={fact} className="small wrap-anywhere">
            {fact}
          </p>
        ))}
      </div>
    </li>
  );
}
