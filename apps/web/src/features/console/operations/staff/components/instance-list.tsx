import type { Instance } from '@portal/contract/console/operations';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { useInstances } from '../api/operations.ts';
import { instanceStates } from '../operations-labels.ts';
import { agoLabel } from '../time-labels.ts';
import { SectionHead } from './section-head.tsx';

const TICK_MS = 1000;
const SHORT_COMMIT = 10;

/** The instances of the last day, their versions, and when each was last seen. */
export function InstanceList() {
  const instances = useInstances();
  return (
    <Panel>
      <section aria-labelledby="instances-title">
        <SectionHead id="instances-title" title="Instances" query={instances} />
        <AsyncBoundary
          query={instances}
          failure="We could not load the instances"
          skeleton={<Skeleton className="h-20 w-full" />}
        >
          {(loaded) =>
            loaded.length === 0 ? (
              <p className="soft small">None has reported itself yet. Each does so every 15 seconds.</p>
            ) : (
              <>
                <Versions of={loaded} />
                <ul className="border-line border-t">
                  {loaded.map((instance) => (
                    <InstanceRow key={instance.id} instance={instance} />
                  ))}
                </ul>
              </>
            )
          }
        </AsyncBoundary>
      </section>
    </Panel>
  );
}

function versionLabel({ version, commit }: Instance): string {
  return commit ? `${version}, ${commit.slice(0, SHORT_COMMIT)}` : version;
}

function Versions({ of }: { of: readonly Instance[] }) {
  const versions = new Set(of.filter(({ state }) => state === 'running').map(versionLabel));
  if (versions.size < 2) return null;
  return (
    <Alert kind="warn" className="mb-4">
      {versions.size} versions run at once, as during an upgrade.
    </Alert>
  );
}

function InstanceRow({ instance }: { instance: Instance }) {
  const now = useNow(TICK_MS);
  const { name, state, startedAt, seenAt, isAnswering } = instance;
  const since = {
    running: `since ${formatMoment(startedAt)}`,
    stopped: `stopped ${agoLabel(seenAt, now)}`,
    gone: `last seen ${agoLabel(seenAt, now)}, without a clean stop`,
  };
  return (
    <li className="border-line border-b py-3 last:border-b-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="semi wrap-anywhere min-w-0">{name}</p>
        <StatusBadge status={state} statuses={instanceStates} />
      </div>
      <p className="small wrap-anywhere">Version {versionLabel(instance)}</p>
      <p className="muted small">
        {since[state]}
        {isAnswering && ', answers this page'}
      </p>
    </li>
  );
}
