import type { Queue } from '@portal/contract/console/operations';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { useQueues } from '../api/operations.ts';
import { queueLabel } from '../operations-labels.ts';
import { lengthLabel, secondsSince } from '../time-labels.ts';
import { SectionHead } from './section-head.tsx';

const TICK_MS = 1000;
/** Every queue is read far more often. */
const SLOW_S = 300;
/** As in the log, `queue_oldest_age_seconds` and its alert. */
const LATE_S = 3600;

/** How much is due in each queue, and for how long the oldest entry has been. */
export function QueueList() {
  const queues = useQueues();
  return (
    <Panel>
      <section aria-labelledby="queues-title">
        <SectionHead id="queues-title" title="Queues" query={queues} />
        <AsyncBoundary
          query={queues}
          failure="We could not load the queues"
          skeleton={<Skeleton className="h-[29.5rem] w-full" />}
        >
          {(loaded) => (
            <>
              {loaded.every(({ depth }) => depth === 0) && <p className="soft small mb-3">Nothing is due.</p>}
              <ul className="border-line border-t">
                {loaded.map((queue) => (
                  <QueueRow key={queue.name} queue={queue} />
                ))}
              </ul>
            </>
          )}
        </AsyncBoundary>
      </section>
    </Panel>
  );
}

function QueueRow({ queue: { name, depth, oldestDueAt } }: { queue: Queue }) {
  const now = useNow(TICK_MS);
  const age = oldestDueAt === null ? 0 : secondsSince(oldestDueAt, now);
  return (
    <li className="flex items-center gap-x-4 border-line border-b py-2.5 last:border-b-0 last:pb-0">
      <p className="min-w-0 flex-1">
        <span className="block break-words">{queueLabel(name)}</span>
        {oldestDueAt && <span className="muted small block">oldest due for {lengthLabel(Math.max(1, age))}</span>}
      </p>
      {age > SLOW_S && <Badge kind={age > LATE_S ? 'bad' : 'warn'}>{age > LATE_S ? 'Late' : 'Slow'}</Badge>}
      <p className={depth === 0 ? 'muted' : 'semi'}>{depth.toLocaleString('en-NG')}</p>
    </li>
  );
}
