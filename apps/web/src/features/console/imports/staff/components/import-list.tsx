import type { ImportRun } from '@portal/contract/console/imports';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useImports } from '../api/imports.ts';
import { countsLabel, importState, importStates, importTitle } from '../import-labels.ts';

/** What was imported or checked, newest first. */
export function ImportList() {
  const imports = useImports();
  return (
    <section aria-labelledby="imports-before" className="mt-12 max-w-4xl">
      <h2 className="h3 mb-4" id="imports-before">
        Imports so far
      </h2>
      <AsyncBoundary
        query={imports}
        failure="We could not load the imports"
        skeleton={<Skeleton className="h-40 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title="Nothing imported yet">Begin with your customers: the other files name them.</EmptyState>
          ) : (
            <ul className="border-ink border-t">
              {loaded.map((run) => (
                <Row key={run.id} run={run} />
              ))}
            </ul>
          )
        }
      </AsyncBoundary>
    </section>
  );
}

function Row({ run }: { run: ImportRun }) {
  const { id, source, startedAt, startedBy, failure } = run;
  const starter = startedBy ? bidiIsolate(startedBy.name) : 'the command';
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-1 border-line border-b py-3.5 sm:grid-cols-[minmax(0,1fr)_200px]">
      <div className="min-w-0">
        <PageLink className="link semi wrap-anywhere inline-flex min-h-11 items-center" to={`/admin/imports/${id}`}>
          {importTitle(run)}
        </PageLink>
        <p className="soft small wrap-anywhere">{failure ?? countsLabel(run)}</p>
        <p className="muted small wrap-anywhere">
          {source}, <time dateTime={startedAt}>{formatMoment(startedAt)}</time> by {starter}
        </p>
      </div>
      <p className="sm:pt-2.5">
        <StatusBadge status={importState(run)} statuses={importStates} />
      </p>
    </li>
  );
}
