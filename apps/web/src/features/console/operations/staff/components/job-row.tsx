import type { Job, JobRun } from '@portal/contract/console/operations';
import { runJob } from '@portal/contract/console/operations';
import { Play } from 'lucide-react';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import { hasFailed, jobLabel, statusOf } from '../job-status.ts';
import { jobStatuses } from '../operations-labels.ts';
import { agoLabel, everyLabel, lengthLabel } from '../time-labels.ts';
import { useRequestedRun } from '../use-requested-run.ts';

const TICK_MS = 1000;

/** One job with its newest run, and the failures on each instance. */
export function JobRow({ job }: { job: Job }) {
  const { name, intervalSeconds, runs } = job;
  const { isAwaited, request } = useRequestedRun(job);
  const label = jobLabel(name);
  return (
    <li className="border-line border-b py-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,11rem)_9rem_auto]">
        <div className="min-w-0">
          <p className="semi break-words">{label}</p>
          <p className="muted small">{everyLabel(intervalSeconds)}</p>
        </div>
        <Allowed to={runJob}>
          <Button
            variant="secondary"
            className="px-3.5 sm:order-last"
            busy={isAwaited}
            aria-label={`Run now: ${label}`}
            onClick={request}
          >
            {!isAwaited && <Play className="icon-small" />}
            Run now
          </Button>
        </Allowed>
        <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 sm:contents">
          <LastRun run={runs[0]} isOneOfMany={runs.length > 1} />
          <p>
            <StatusBadge status={statusOf(job)} statuses={jobStatuses} />
          </p>
        </div>
      </div>
      {runs.filter(hasFailed).map((run) => (
        <Failures key={run.instance + run.startedAt} run={run} />
      ))}
    </li>
  );
}

function LastRun({ run, isOneOfMany }: { run: JobRun | undefined; isOneOfMany: boolean }) {
  const now = useNow(TICK_MS);
  if (!run) return <span />;
  return (
    <div className="small min-w-0">
      <p>
        <time dateTime={run.finishedAt} title={formatMoment(run.finishedAt)}>
          {agoLabel(run.finishedAt, now)}
        </time>
      </p>
      <p className="muted wrap-anywhere">
        {run.outcome === 'held' ? 'not run' : `took ${lengthLabel(run.durationMs / 1000)}`}
        {isOneOfMany && `, ${run.instance}`}
      </p>
    </div>
  );
}

function Failures({ run: { instance, failuresInRow, error, lastSuccessAt } }: { run: JobRun }) {
  return (
    <div className="small mt-2 border-bad border-l-2 pl-3">
      <p className="semi">
        {failuresInRow === 1 ? 'The last run failed' : `${failuresInRow} failures in a row`} on {instance}
        {lastSuccessAt ? `, last success ${formatMoment(lastSuccessAt)}` : ', no success since it started'}
      </p>
      {error && <p className="soft wrap-anywhere">{error}</p>}
    </div>
  );
}
