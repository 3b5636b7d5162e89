import type { WebhookAttempt } from '@portal/contract/console/webhook-endpoints';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { useWebhookDelivery } from '../api/webhook-deliveries.ts';
import { outcomeLabel } from '../webhook-labels.ts';

const BLOCK =
  'mt-1.5 max-h-72 overflow-auto rounded-(--r-3) border border-line bg-sheet p-3 text-sm whitespace-pre-wrap wrap-anywhere';

/** Text that scrolls, so the keyboard has to reach it. */
function Block({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section with this name would be a landmark of the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <div role="group" className={BLOCK} tabIndex={0} aria-label={label}>
      {children}
    </div>
  );
}

/** JSON as people read it. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** What is sent in a delivery, and every attempt with its answer. */
export function DeliveryDetail({ endpointId, delivery }: { endpointId: string; delivery: number }) {
  const detail = useWebhookDelivery(endpointId, delivery);
  return (
    <AsyncBoundary
      query={detail}
      failure="We could not load the delivery"
      skeleton={<Skeleton className="h-48 w-full" />}
    >
      {({ messageId, body, history }) => (
        <div className="grid grid-cols-1 gap-4 pt-1 pb-3">
          <p className="muted small wrap-anywhere">webhook-id: {messageId}</p>
          <div className="min-w-0">
            <h3 className="semi small">Body</h3>
            <Block label="Body">{readable(body)}</Block>
          </div>
          <div className="min-w-0">
            <h3 className="semi small">Attempts</h3>
            {history.length === 0 ? (
              <p className="soft small mt-1">None yet.</p>
            ) : (
              <ol className="mt-1 grid gap-3">
                {history.map((attempt) => (
                  <Attempt key={attempt.at} attempt={attempt} />
                ))}
              </ol>
            )}
          </div>
        </div>
      )}
    </AsyncBoundary>
  );
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { at, status, error, answer, durationMs } = attempt;
  return (
    <li className="min-w-0">
      <p className="small">
        <time dateTime={at}>{formatMoment(at)}</time>: <span className="semi">{outcomeLabel(status, error)}</span>{' '}
        <span className="muted">after {durationMs.toLocaleString('en-NG')} ms</span>
      </p>
      {answer && <Block label="Answer">{answer}</Block>}
    </li>
  );
}
