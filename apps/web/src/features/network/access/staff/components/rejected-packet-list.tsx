import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { serverLabel } from '../../../access-servers/staff/access-server-labels.ts';
import { rejectionLabel } from '../access-labels.ts';
import { useRejectedPackets } from '../api/network-lists.ts';

/** Packets that were answered and put aside, because nothing in them can be counted. */
export function RejectedPacketList() {
  const packets = useRejectedPackets();
  return (
    <AsyncBoundary
      query={packets}
      failure="We could not load the packets"
      skeleton={<Skeleton className="h-96 w-full" />}
    >
      {(kinds) =>
        kinds.length === 0 ? (
          <EmptyState title="No rejected packets">All accounting packets from access servers were counted.</EmptyState>
        ) : (
          <ul className="border-ink border-t">
            {kinds.map(({ reason, nas, nasName, username, packets: count, firstAt, lastAt, sample }) => (
              <li key={`${reason} ${nas} ${username}`} className="grid gap-1.5 border-line border-b py-3.5">
                <p className="semi flex flex-wrap justify-between gap-x-6">
                  <span>{rejectionLabel(reason)}</span>
                  <span>{count === 1 ? '1 packet' : `${count.toLocaleString('en-NG')} packets`}</span>
                </p>
                <p className="muted small wrap-anywhere">
                  From {nas ? serverLabel(nas, nasName) : 'an unnamed access server'},{' '}
                  {username ? `login ${username}` : 'no login'}, first {formatMoment(firstAt)}, last{' '}
                  {formatMoment(lastAt)}
                </p>
                <details className="small">
                  <summary className="link inline-flex min-h-11 cursor-pointer items-center">The last of them</summary>
                  <pre className="wrap-anywhere whitespace-pre-wrap bg-well p-3">{sample}</pre>
                </details>
              </li>
            ))}
          </ul>
        )
      }
    </AsyncBoundary>
  );
}
