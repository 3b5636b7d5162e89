import { endNetworkSession, type NetworkSession } from '@portal/contract/network/staff-sessions';
import { Clock, Gauge, VolumeX } from 'lucide-react';
import { useRef, useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { formatMoment, formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { useRowKeys } from '../../../../../shared/staff/shortcuts/use-row-keys.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { exactSize, formatSize } from '../../../usage/data-size.ts';
import { useSessions } from '../api/sessions.ts';
import { isNarrowed, type SessionChoice } from '../session-choice.ts';
import { causeLabel, spanLabel } from '../session-labels.ts';
import { EndSessionDialog } from './end-session-dialog.tsx';

const GIGABYTE = 1024 ** 3;
const SILENT_MS = 11 * 60_000;

/** The sessions of a choice, each with whose it is and where; it looks again by itself. */
export function SessionList({ choice }: { choice: SessionChoice }) {
  const sessions = useSessions(choice);
  const list = useRef<HTMLUListElement>(null);
  const [ending, setEnding] = useState<NetworkSession | null>(null);
  useRowKeys(list, 'session');
  return (
    <AsyncBoundary
      query={sessions}
      failure="We could not load the sessions"
      skeleton={<Skeleton className="h-96 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <NoSession choice={choice} />
        ) : (
          <>
            <ul ref={list} className="border-ink border-t">
              {loaded.map((session) => (
                <SessionItem key={session.id} session={session} onEnd={() => setEnding(session)} />
              ))}
            </ul>
            <ShowMore query={sessions} />
            {ending && <EndSessionDialog session={ending} onClose={() => setEnding(null)} />}
          </>
        )
      }
    </AsyncBoundary>
  );
}

function NoSession({ choice }: { choice: SessionChoice }) {
  if (isNarrowed(choice)) {
    return (
      <EmptyState title="None like this">
        An address and a MAC address are found as a whole, a login by its beginning.
        {choice.state === 'online' && ' A session that has ended is in the other list.'}
      </EmptyState>
    );
  }
  return choice.state === 'online' ? (
    <EmptyState title="Nobody is online">
      A session is here from its first accounting packet on. If lines are online, look at the rejected packets.
    </EmptyState>
  ) : (
    <EmptyState title="None has ended in this time">Choose a longer time, 31 days at most.</EmptyState>
  );
}

function SessionItem({ session, onEnd }: { session: NetworkSession; onEnd: () => void }) {
  const mayEnd = useMay()(endNetworkSession) && session.endedAt === null && session.customer !== null;
  const { customer, line, login, address, delegatedPrefix, mac, accessServer, port, ending } = session;
  const hardware = [mac, delegatedPrefix].filter(Boolean).join(', ');
  const isNamed = accessServer.name !== null && accessServer.name !== accessServer.address;
  const place = [isNamed ? accessServer.address : null, port && `port ${port}`].filter(Boolean);
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-2 border-line border-b py-3.5 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,0.9fr)_minmax(0,1.35fr)_auto]">
      <div className="min-w-0">
        {customer ? (
          <PageLink
            className="semi wrap-anywhere hover:underline"
            to={`/admin/customers/${customer.id}${line && line.id !== customer.id ? `?line=${line.id}` : ''}`}
            data-row
          >
            {bidiIsolate(customer.name)}
          </PageLink>
        ) : (
          <p className="semi">No line has this login</p>
        )}
        <p className="small muted wrap-anywhere">
          {login}
          {line?.label && `, ${bidiIsolate(line.label)}`}
        </p>
      </div>
      <div className="min-w-0">
        <p className="num wrap-anywhere">{address ?? 'No address reported'}</p>
        {hardware && <p className="small muted wrap-anywhere">{hardware}</p>}
      </div>
      <div className="min-w-0">
        <p className="wrap-anywhere">{accessServer.name ?? accessServer.address}</p>
        {place.length > 0 && <p className="small muted wrap-anywhere">{place.join(', ')}</p>}
      </div>
      <Times session={session} />
      <div className="flex items-start lg:min-w-20 lg:justify-end">
        {ending && (
          <Badge kind="info" icon={Clock}>
            Ending
          </Badge>
        )}
        {mayEnd && !ending && (
          <Button variant="quiet" aria-label={`End: ${login}`} onClick={onEnd}>
            End
          </Button>
        )}
      </div>
    </li>
  );
}

function Times({ session }: { session: NetworkSession }) {
  const { startedAt, lastPacketAt, endedAt, endCause, limited, speedMbps, downloadBytes, uploadBytes } = session;
  const at = now().getTime();
  const from = Date.parse(startedAt);
  const silent = at - Date.parse(lastPacketAt) > SILENT_MS;
  const size = (bytes: number) => formatSize(exactSize(bytes / GIGABYTE));
  return (
    <div className="min-w-0">
      {endedAt === null ? (
        <p>
          Since <time dateTime={startedAt}>{formatTimeOrMoment(startedAt)}</time>,{' '}
          <span className="muted whitespace-nowrap">{spanLabel(at - from)}</span>
        </p>
      ) : (
        <>
          <p>
            <time dateTime={startedAt}>{formatMoment(startedAt)}</time>,{' '}
            <span className="muted whitespace-nowrap">{spanLabel(Date.parse(endedAt) - from)}</span>
          </p>
          <p className="small">
            {causeLabel(endCause)}, <time dateTime={endedAt}>{formatTimeOrMoment(endedAt)}</time>
          </p>
        </>
      )}
      <p className="small muted">
        {speedMbps !== null && endedAt === null && `${speedMbps} Mbps, `}
        {size(downloadBytes)} down, {size(uploadBytes)} up
      </p>
      {endedAt === null && limited && (
        <p className="mt-1">
          <Badge kind="warn" icon={Gauge}>
            At the limit
          </Badge>
        </p>
      )}
      {endedAt === null &&
        (silent ? (
          <p className="mt-1">
            <Badge kind="warn" icon={VolumeX}>
              Silent since {formatTimeOrMoment(lastPacketAt)}
            </Badge>
          </p>
        ) : (
          <p className="small muted">Last packet {formatTimeOrMoment(lastPacketAt)}</p>
        ))}
    </div>
  );
}
