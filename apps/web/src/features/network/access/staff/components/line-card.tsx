import type { NetworkLine } from '@portal/contract/network/access';
import { listRadiusActions, syncNetworkLine } from '@portal/contract/network/access';
import { startOfLagosMonth } from '@portal/kernel/calendar';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { now } from '../../../../../shared/format/clock.ts';
import { formatDay, formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { ArrowLink } from '../../../../../shared/ui/button/arrow-link.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { DescriptionList, type Fact } from '../../../../../shared/ui/layout/description-list.tsx';
import { serverLabel } from '../../../access-servers/staff/access-server-labels.ts';
import { type LineOfCustomer, useCustomerLine } from '../api/customer-line.ts';
import { RenameDialog, SettleDialog } from './line-dialog.tsx';

/** A line at the network: the login, its access, and its open sessions. */
export function LineCard(of: LineOfCustomer) {
  const line = useCustomerLine(of);
  return (
    <AsyncBoundary query={line} failure="We could not load the line" skeleton={<Skeleton className="h-48 w-full" />}>
      {(loaded) =>
        loaded ? (
          <KnownLine line={loaded} />
        ) : (
          <p className="small muted">None yet: it is made with the first payment.</p>
        )
      }
    </AsyncBoundary>
  );
}

function factsOf(line: NetworkLine): Fact[] {
  const { username, access, downloadMbps, limited, fixedAddresses, changedAt, lastAcceptedAt, lastRefusedAt } = line;
  const open = access === 'open';
  return [
    { label: 'Login', value: <span className="wrap-anywhere">{username}</span> },
    {
      label: 'Access',
      value: (
        <Badge kind={open ? 'ok' : 'warn'} icon={open ? CircleCheck : CircleX}>
          {open ? 'Open' : 'Closed'}
        </Badge>
      ),
    },
    { label: 'Speed', value: `${downloadMbps} Mbps` },
    ...(limited ? [{ label: 'At the limit', value: sayLimited(limited) }] : []),
    ...(fixedAddresses ?? []).map((address) => ({
      label: address.includes(':') ? 'Fixed prefix' : 'Fixed address',
      value: <span className="wrap-anywhere">{address}</span>,
    })),
    { label: 'Since', value: formatMoment(changedAt) },
    ...(lastAcceptedAt ? [{ label: 'Last let in', value: formatMoment(lastAcceptedAt) }] : []),
    ...(lastRefusedAt ? [{ label: 'Last refused', value: formatMoment(lastRefusedAt) }] : []),
  ];
}

function KnownLine({ line }: { line: NetworkLine }) {
  const [asking, setAsking] = useState<'settle' | 'rename' | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <DescriptionList className="small" facts={factsOf(line)} />
      <OpenSessions of={line.online} />
      <Allowed to={syncNetworkLine}>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => setAsking('settle')}>
            Send access again
          </Button>
          <Button variant="quiet" onClick={() => setAsking('rename')}>
            Change login
          </Button>
        </div>
      </Allowed>
      <Allowed to={listRadiusActions}>
        <ArrowLink to={`/admin/network/lines?customer=${line.customer.id}`}>RADIUS actions of this line</ArrowLink>
      </Allowed>
      {asking === 'settle' && <SettleDialog line={line} onClose={close} />}
      {asking === 'rename' && <RenameDialog line={line} onClose={close} />}
    </>
  );
}

function OpenSessions({ of }: { of: NetworkLine['online'] }) {
  if (of.length === 0) return <p className="small muted mt-3">Not online now.</p>;
  return (
    <ul className="mt-3 grid gap-3">
      {of.map(({ nas, nasName, sessionId, address, startedAt, lastPacketAt }) => (
        <li key={`${nas} ${sessionId}`} className="small border-line border-l-2 pl-3">
          <p className="semi">Online since {formatMoment(startedAt)}</p>
          <p className="soft wrap-anywhere">
            {address ?? 'No address reported'}, at {serverLabel(nas, nasName)}
          </p>
          <p className="muted wrap-anywhere">
            Last packet {formatMoment(lastPacketAt)}, session {sessionId}
          </p>
        </li>
      ))}
    </ul>
  );
}

function sayLimited(limited: NonNullable<NetworkLine['limited']>): string {
  const until = formatDay(startOfLagosMonth(now(), 1).toISOString());
  return limited.do === 'stop'
    ? `Only the portal until ${until}`
    : `${limited.downloadMbps} Mbps down, ${limited.uploadMbps} Mbps up until ${until}`;
}
