import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useOutages } from '../api/outages.ts';
import { OUTAGE_STATES, outageStatusText, outageTime } from '../outage-labels.ts';

/** Major outages of more than a day, and the state of their credits; each links to its list. */
export function OutageList({ outageAt }: { outageAt: (incidentId: string) => string }) {
  const outages = useOutages();
  return (
    <section aria-labelledby="outages-title" className="grid gap-4">
      <div>
        <h2 className="h3" id="outages-title">
          Outage credits
        </h2>
        <p className="soft mt-1 max-w-[46em]">
          A major outage of more than 24 hours extends what its customers have paid for, once it is resolved. You have a
          day to look at the list.
        </p>
      </div>
      <AsyncBoundary
        query={outages}
        failure="We could not load the outages"
        skeleton={<Skeleton className="h-24 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <p className="soft">No outage has lasted that long.</p>
          ) : (
            <ul className="border-ink border-t">
              {loaded.map((outage) => (
                <li key={outage.incidentId} className="relative grid gap-1 border-line border-b py-4 hover:bg-sheet">
                  <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
                    <PageLink
                      className="semi break-words after:absolute after:inset-0 hover:underline"
                      to={outageAt(outage.incidentId)}
                    >
                      {outage.title}
                    </PageLink>
                    <StatusBadge status={outage.state} statuses={OUTAGE_STATES} />
                  </div>
                  <p className="small soft break-words">
                    {outage.area}, {outageTime(outage)}
                  </p>
                  <p className="small muted">{outageStatusText(outage)}</p>
                </li>
              ))}
            </ul>
          )
        }
      </AsyncBoundary>
    </section>
  );
}
