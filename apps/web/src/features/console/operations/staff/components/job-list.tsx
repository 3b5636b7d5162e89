import type { Job } from '@portal/contract/console/operations';
import { useState } from 'react';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { useJobs } from '../api/operations.ts';
import { sortByTrouble, statusOf } from '../job-status.ts';
import { JobRow } from './job-row.tsx';
import { SectionHead } from './section-head.tsx';

/** Shown at first, and at least all that are in trouble. */
const FIRST = 8;

/** The jobs: last run, duration, failures, "Run now". Those in trouble come first. */
export function JobList() {
  const jobs = useJobs();
  return (
    <section aria-labelledby="jobs-title">
      <SectionHead id="jobs-title" title="Jobs" query={jobs} />
      <AsyncBoundary
        query={jobs}
        failure="We could not load the jobs"
        skeleton={<Skeleton className="h-[60rem] w-full sm:h-[38.7rem]" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title="No jobs run">This instance was started without its jobs.</EmptyState>
          ) : (
            <Jobs jobs={loaded} />
          )
        }
      </AsyncBoundary>
    </section>
  );
}

function Jobs({ jobs }: { jobs: readonly Job[] }) {
  // The order stays while the page is open: a row that moves away takes the focus with it.
  const [order] = useState(() => sortByTrouble(jobs).map(({ name }) => name));
  const [first] = useState(() => Math.max(FIRST, jobs.filter(isInTrouble).length));
  const [all, setAll] = useState(false);
  const rows = jobs.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  const shown = all ? rows : rows.filter((job, index) => index < first || isInTrouble(job));
  return (
    <>
      <Trouble jobs={jobs} />
      <ul className="border-ink border-t">
        {shown.map((job) => (
          <JobRow key={job.name} job={job} />
        ))}
      </ul>
      {rows.length > FIRST && (
        <Button variant="secondary" className="mt-5" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer jobs' : `Show all ${rows.length} jobs`}
        </Button>
      )}
    </>
  );
}

function isInTrouble(job: Job): boolean {
  return ['failed', 'held'].includes(statusOf(job));
}

/** The machines whose clock is wrong, and how many jobs fail. */
function Trouble({ jobs }: { jobs: readonly Job[] }) {
  const held = new Set(
    jobs.flatMap(({ runs }) => runs.filter(({ outcome }) => outcome === 'held').map(({ instance }) => instance)),
  );
  const failing = jobs.filter((job) => statusOf(job) === 'failed').length;
  return (
    <>
      {held.size > 0 && (
        <Alert kind="warn" className="mb-4">
          The clock of {[...held].join(', ')} and that of the database differ by more than a minute. Jobs that depend on
          the time do not run there, also when you ask for it, until the clock is right.
        </Alert>
      )}
      {failing > 0 && (
        <Alert kind="bad" className="mb-4">
          {failing === 1 ? '1 job fails.' : `${failing} jobs fail.`} Each is tried again at its interval.
        </Alert>
      )}
    </>
  );
}
