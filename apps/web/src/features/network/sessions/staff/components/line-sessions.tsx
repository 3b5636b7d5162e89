import type { NetworkSession } from '@portal/contract/network/staff-sessions';
import { now } from '../../../../../shared/format/clock.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { useLineSessions } from '../api/sessions.ts';
import { type CauseKind, causeKind, causeKinds, causeLabel, spanLabel } from '../session-labels.ts';

type LineSessionsProps = { customer: { readonly id: number; readonly lineId: number } };

/** The last thirty sessions of a line as a strip, on which flapping is seen at a glance, and as a table. */
export function LineSessions({ customer }: LineSessionsProps) {
  const sessions = useLineSessions(customer.id, customer.lineId);
  return (
    <AsyncBoundary
      query={sessions}
      failure="We could not load the sessions"
      skeleton={<Skeleton className="h-20 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <p className="small muted">It has not been online yet.</p>
        ) : (
          <>
            <Strip sessions={loaded} />
            <details className="mt-2">
              <summary className="link small inline-flex min-h-11 cursor-pointer items-center">
                {loaded.length === 1 ? 'The session' : `The last ${loaded.length} sessions`}
              </summary>
              <SessionTable sessions={loaded} />
            </details>
          </>
        )
      }
    </AsyncBoundary>
  );
}

const COLOURS: Readonly<Record<CauseKind, string>> = {
  line: 'bg-bad',
  server: 'bg-warn',
  asked: 'bg-info',
  other: 'bg-ink-3',
};

const endOf = ({ endedAt }: NetworkSession, at: number) => (endedAt === null ? at : Date.parse(endedAt));

/** "4 sessions since 20 November, 08:00: 3 line lost, 1 still online." */
function summaryOf(sessions: readonly NetworkSession[]): string {
  const first = sessions.at(-1);
  const online = sessions.filter(({ endedAt }) => endedAt === null).length;
  const ended = Object.entries(causeKinds).flatMap(([kind, label]) => {
    const count = sessions.filter(({ endedAt, endCause }) => endedAt !== null && causeKind(endCause) === kind).length;
    return count === 0 ? [] : [`${count} ${label}`];
  });
  const parts = [...ended, ...(online > 0 ? [`${online} still online`] : [])].join(', ');
  const count = sessions.length === 1 ? '1 session' : `${sessions.length} sessions`;
  return `${count} since ${first ? formatMoment(first.startedAt) : ''}: ${parts}.`;
}

/** A bar for each session from the first one until now: gaps are time offline, the end has the colour of its cause. */
function Strip({ sessions }: { sessions: readonly NetworkSession[] }) {
  const at = now().getTime();
  const from = Math.min(...sessions.map(({ startedAt }) => Date.parse(startedAt)));
  const span = Math.max(1, at - from);
  const share = (moment: number) => `${(Math.max(0, moment - from) / span) * 100}%`;
  return (
    <figure>
      <div className="relative h-9 overflow-hidden rounded-sm bg-line" aria-hidden="true">
        {sessions.map((session) => {
          const start = Date.parse(session.startedAt);
          const end = endOf(session, at);
          return (
            <span
              key={session.id}
              className="absolute inset-y-0 min-w-1 bg-ok/60"
              style={{ left: share(start), width: share(from + Math.max(0, end - start)) }}
            >
              {session.endedAt !== null && (
                <span className={`absolute inset-y-0 right-0 w-1 ${COLOURS[causeKind(session.endCause)]}`} />
              )}
            </span>
          );
        })}
      </div>
      <figcaption className="small mt-2">{summaryOf(sessions)}</figcaption>
    </figure>
  );
}

function SessionTable({ sessions }: { sessions: readonly NetworkSession[] }) {
  const at = now().getTime();
  return (
    <ol className="border-line border-t">
      {sessions.map((session) => {
        const { id, startedAt, endedAt, endCause, address, accessServer } = session;
        return (
          <li key={id} className="small grid gap-x-4 border-line border-b py-2 sm:grid-cols-2">
            <p>
              <time dateTime={startedAt}>{formatMoment(startedAt)}</time>
              <span className="muted">, {spanLabel(endOf(session, at) - Date.parse(startedAt))}</span>
            </p>
            <p className="flex items-baseline gap-2">
              {endedAt !== null && (
                <span
                  className={`size-2.5 flex-none self-center rounded-full ${COLOURS[causeKind(endCause)]}`}
                  aria-hidden="true"
                />
              )}
              {endedAt === null ? 'Online now' : causeLabel(endCause)}
            </p>
            <p className="muted wrap-anywhere sm:col-span-2">
              {address ?? 'No address reported'}, at {accessServer.name ?? accessServer.address}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
