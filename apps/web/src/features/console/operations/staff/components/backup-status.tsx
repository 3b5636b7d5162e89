import type { BackupStatus as Status } from '@portal/contract/console/operations';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatFileSize } from '../../../../../shared/format/file-size.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import { DescriptionList, type Fact } from '../../../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { useBackups } from '../api/operations.ts';
import { agoLabel, lengthLabel, secondsSince } from '../time-labels.ts';
import { SectionHead } from './section-head.tsx';

const TICK_MS = 60_000;
const HOUR_S = 3600;

/** `oldAfter`, in seconds: a nightly backup, and a drill every month, with some slack. */
const KINDS = {
  backup: {
    title: 'Last backup',
    never: 'There has never been a backup. Make one with',
    command: 'npm run backup -- DIR',
    oldAfter: 26 * HOUR_S,
    point: 'Holds all until',
  },
  'restore-drill': {
    title: 'Last restore drill',
    never: 'No backup has ever been restored to see whether it works. Try one with',
    command: 'npm run restore-drill -- DIR',
    oldAfter: 35 * 24 * HOUR_S,
    point: 'Restored until',
  },
} as const;

/** The last backup and the last restore drill, how old each is, and the failures since. */
export function BackupStatus() {
  const backups = useBackups();
  return (
    <Panel>
      <section aria-labelledby="backups-title">
        <SectionHead id="backups-title" title="Backups" query={backups} />
        <AsyncBoundary
          query={backups}
          failure="We could not load the backups"
          skeleton={<Skeleton className="h-[12.6rem] w-full" />}
        >
          {(loaded) => (
            <div className="rows">
              {loaded.map((status) => (
                <Kind key={status.kind} status={status} />
              ))}
            </div>
          )}
        </AsyncBoundary>
      </section>
    </Panel>
  );
}

function Kind({ status: { kind, lastSuccess, failuresSince, lastFailure } }: { status: Status }) {
  const { title, never, command, oldAfter, point } = KINDS[kind];
  const now = useNow(TICK_MS);
  const isOld = lastSuccess !== null && secondsSince(lastSuccess.finishedAt, now) > oldAfter;
  return (
    <article aria-label={title} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="semi">{title}</h3>
        {lastSuccess ? (
          <Badge kind={isOld ? 'warn' : 'ok'} icon={isOld ? TriangleAlert : CircleCheck}>
            {agoLabel(lastSuccess.finishedAt, now)}
          </Badge>
        ) : (
          <Badge kind="bad" icon={TriangleAlert}>
            Never
          </Badge>
        )}
      </div>
      {lastSuccess ? (
        <>
          <DescriptionList className="small" facts={factsOf(lastSuccess, point)} />
          <p className="muted small wrap-anywhere">{lastSuccess.location}</p>
        </>
      ) : (
        <p className="small">
          {never} <code className="mt-1 block">{command}</code>
        </p>
      )}
      {lastFailure && (
        <div className="small border-bad border-l-2 pl-3">
          <p className="semi">
            {failuresSince === 1 ? '1 failure' : `${failuresSince} failures`} since, the last on{' '}
            {formatMoment(lastFailure.finishedAt)}
          </p>
          {lastFailure.detail && <p className="soft wrap-anywhere">{lastFailure.detail}</p>}
        </div>
      )}
    </article>
  );
}

function factsOf(success: NonNullable<Status['lastSuccess']>, point: string): Fact[] {
  const { finishedAt, seconds, sizeBytes, recoveryPoint } = success;
  return [
    { label: 'Finished', value: formatMoment(finishedAt) },
    { label: 'Took', value: lengthLabel(seconds) },
    ...(sizeBytes === null ? [] : [{ label: 'Size', value: formatFileSize(sizeBytes) }]),
    ...(recoveryPoint ? [{ label: point, value: formatMoment(recoveryPoint) }] : []),
  ];
}
