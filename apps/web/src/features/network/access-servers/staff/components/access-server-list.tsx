import { createAccessServer, listAccessServers } from '@portal/contract/network/staff-access-servers';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { DataAsOf } from '../../../../../shared/ui/async/data-as-of.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import { fetchLabel } from '../access-server-labels.ts';
import { useAccessServers } from '../api/access-servers.ts';
import { ServerDialog } from './server-dialogs.tsx';
import { ServerRow } from './server-row.tsx';

const REFRESH_MS = 15_000;

type Loaded = NonNullable<ReturnType<typeof useAccessServers>['data']>;

/** The access servers with how they are doing, and "Add an access server". */
export function AccessServerList() {
  const servers = useAccessServers();
  const now = useNow(REFRESH_MS).getTime();
  const [added, setAdded] = useState<string | null>(null);
  return (
    <section aria-label="Access servers" className="mt-8">
      <Allowed to={createAccessServer}>
        <Button variant="secondary" onClick={() => setAdded('')}>
          <Plus />
          Add an access server
        </Button>
      </Allowed>
      <div className="mt-5">
        <AsyncBoundary
          query={servers}
          failure="We could not load the access servers"
          skeleton={<Skeleton className="h-96 w-full" />}
        >
          {(loaded) => (
            <>
              {loaded.servers.length === 0 ? (
                <EmptyState title="No access server yet">
                  Add the routers that carry customers’ sessions (BNG, MikroTik …): then sessions can be ended and
                  slowed, and FreeRADIUS accepts their packets.
                </EmptyState>
              ) : (
                <>
                  <DataAsOf label="As of" path={listAccessServers.path} />
                  <ul className="border-ink border-t">
                    {loaded.servers.map((server) => (
                      <ServerRow key={server.id} server={server} now={now} />
                    ))}
                  </ul>
                </>
              )}
              <Unknown unknown={loaded.unknown} onAdd={setAdded} />
              {loaded.servers.length > 0 && <Fetches loaded={loaded} />}
            </>
          )}
        </AsyncBoundary>
      </div>
      {added !== null && <ServerDialog server={{ address: added }} onClose={() => setAdded(null)} />}
    </section>
  );
}

function Fetches({ loaded: { fetches, changedAt } }: { loaded: Loaded }) {
  const { text, isBehind } = fetchLabel(fetches, changedAt);
  return (
    <Alert kind={isBehind ? 'warn' : 'info'} className="mt-6 max-w-3xl">
      {text}
    </Alert>
  );
}

function Unknown({ unknown, onAdd }: Pick<Loaded, 'unknown'> & { onAdd: (address: string) => void }) {
  if (unknown.length === 0) return null;
  return (
    <section aria-labelledby="unknown-servers" className="mt-8">
      <h2 id="unknown-servers" className="h3">
        Sessions from addresses that are not on the list
      </h2>
      <ul className="mt-3 max-w-3xl border-line border-t">
        {unknown.map(({ address, sessions }) => (
          <li key={address} className="flex flex-wrap items-center justify-between gap-x-6 border-line border-b py-2">
            <p className="wrap-anywhere min-w-0">
              {address === '' ? 'No address' : address}
              <span className="muted small">
                , {sessions.toLocaleString('en-NG')} {sessions === 1 ? 'session' : 'sessions'}
              </span>
            </p>
            {address !== '' && (
              <Allowed to={createAccessServer}>
                <Button variant="quiet" aria-label={`Add ${address}`} onClick={() => onAdd(address)}>
                  Add
                </Button>
              </Allowed>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
