import { type AccessServer, ALL_OTHERS, changeAccessServer } from '@portal/contract/network/staff-access-servers';
import { listNetworkSessions } from '@portal/contract/network/staff-sessions';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { ConfirmDialog } from '../../../../../shared/staff/confirm-dialog.tsx';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { addressLabel, answersLabel, clockLabel, serverState, serverStates } from '../access-server-labels.ts';
import { useEndTurn, useRetireServer, useTestServer } from '../api/access-servers.ts';
import { ServerDialog, TurnSecretDialog } from './server-dialogs.tsx';

type Open = 'change' | 'turn' | 'end-turn' | 'retire' | null;

/** One access server: how it is doing, and what staff do with it. */
export function ServerRow({ server, now }: { server: AccessServer; now: number }) {
  const { name, address, profile, area, isTurning } = server;
  return (
    <li className="border-line border-b py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="semi wrap-anywhere">{bidiIsolate(name)}</h2>
        <StatusBadge status={serverState(server, now)} statuses={serverStates} />
        {isTurning && <Badge kind="warn">Secret is being turned</Badge>}
      </div>
      <p className="small wrap-anywhere">
        {addressLabel(address)}
        <span className="muted">
          , {profile.name}
          {area && `, ${bidiIsolate(area)}`}
        </span>
      </p>
      <ServerFacts server={server} />
      <Allowed to={changeAccessServer}>
        <ServerActions server={server} />
      </Allowed>
    </li>
  );
}

function ServerFacts({ server }: { server: AccessServer }) {
  const { address, sessions, lastPacketAt, packetsPerSecond, clockOffsetMs, coa } = server;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Sessions', <SessionCount key="sessions" address={address} sessions={sessions} />],
    ['Last packet', lastPacketAt === null ? 'None yet' : formatMoment(lastPacketAt)],
    ['Packets a second', packetsPerSecond.toLocaleString('en-NG')],
    ['Clock', clockLabel(clockOffsetMs)],
    ['Disconnect and CoA, 24 hours', answersLabel(coa)],
  ];
  return (
    <dl className="small mt-2 grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-[90px_150px_130px_110px_minmax(0,1fr)]">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0 max-md:last:col-span-2">
          <dt className="muted">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Leads to them; those of all that are not on the list are not one choice there. */
function SessionCount({ address, sessions }: Pick<AccessServer, 'address' | 'sessions'>) {
  const mayList = useMay()(listNetworkSessions);
  const count = sessions.toLocaleString('en-NG');
  if (!mayList || sessions === 0 || address === ALL_OTHERS) return count;
  return (
    <PageLink
      className="link -my-3 inline-flex min-h-11 items-center"
      to={`/admin/network/sessions?nas=${encodeURIComponent(address)}`}
    >
      {count}
      <span className="sr-only"> sessions of {address}</span>
    </PageLink>
  );
}

function ServerActions({ server }: { server: AccessServer }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const testing = useTestServer(server.id);
  const test = useMutateOnce(testing);
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-y-2 sm:gap-x-3">
        {server.address !== ALL_OTHERS && (
          <Button
            variant="secondary"
            busy={testing.isPending}
            busyLabel="Asking it..."
            aria-label={`Test ${server.name}`}
            onClick={() => test()}
          >
            Test
          </Button>
        )}
        <Button variant="quiet" aria-label={`Change ${server.name}`} onClick={() => setOpen('change')}>
          Change
        </Button>
        {server.isTurning ? (
          <Button variant="quiet" onClick={() => setOpen('end-turn')}>
            End the turn
          </Button>
        ) : (
          <Button variant="quiet" aria-label={`New secret for ${server.name}`} onClick={() => setOpen('turn')}>
            New secret
          </Button>
        )}
        <Button variant="quiet" aria-label={`Retire ${server.name}`} onClick={() => setOpen('retire')}>
          Retire
        </Button>
      </div>
      {testing.data && !testing.isPending && (
        <Alert kind={testing.data.verdict === 'right' ? 'ok' : 'warn'} className="mt-3 max-w-3xl">
          {testing.data.message}
        </Alert>
      )}
      {testing.error && !testing.isPending && (
        <Alert kind="bad" className="mt-3 max-w-3xl">
          {messageOf(testing.error)}
        </Alert>
      )}
      {open === 'change' && <ServerDialog server={server} onClose={close} />}
      {open === 'turn' && <TurnSecretDialog server={server} onClose={close} />}
      {open === 'end-turn' && <EndTurnDialog server={server} onClose={close} />}
      {open === 'retire' && <RetireDialog server={server} onClose={close} />}
    </>
  );
}

type DialogProps = { server: AccessServer; onClose: () => void };

function EndTurnDialog({ server, onClose }: DialogProps) {
  const ending = useEndTurn(server.id);
  const end = useMutateOnce(ending);
  return (
    <ConfirmDialog
      title="End the turn?"
      confirm="End the turn"
      busy={ending.isPending}
      error={ending.error}
      onConfirm={() =>
        end(undefined, {
          onSuccess: ({ message }) => {
            toast({ title: bidiIsolate(server.name), description: message });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      The former secret is forgotten. Test first: if the access server still has it, its sessions could not be ended or
      slowed any more.
    </ConfirmDialog>
  );
}

function RetireDialog({ server, onClose }: DialogProps) {
  const retiring = useRetireServer(server.id);
  const retire = useMutateOnce(retiring);
  return (
    <ConfirmDialog
      title={`Retire ${bidiIsolate(server.name)}?`}
      confirm="Retire"
      busy={retiring.isPending}
      error={retiring.error}
      onConfirm={() =>
        retire(undefined, {
          onSuccess: ({ message }) => {
            toast({ title: bidiIsolate(server.name), description: message });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      It goes off this list, FreeRADIUS does not accept its packets any more, and its secret is forgotten. Sessions that
      are open there end 16 minutes after their last packet.
    </ConfirmDialog>
  );
}
