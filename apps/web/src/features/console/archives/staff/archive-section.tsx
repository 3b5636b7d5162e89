import { type Archive, downloadArchive } from '@portal/contract/console/archives';
import { CircleCheck, CircleX, Clock, Download, Hourglass } from 'lucide-react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../shared/format/date.ts';
import { downloadOnClick } from '../../../../shared/proof/start-download.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button, buttonClass } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { StatusBadge, type StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';
import { useArchives, useStartArchive } from './archives.ts';

const STATES: Record<Archive['status'], StatusLook> = {
  running: { label: 'Being written', kind: 'info', icon: Clock },
  done: { label: 'Ready', kind: 'ok', icon: CircleCheck },
  failed: { label: 'Failed', kind: 'bad', icon: CircleX },
  expired: { label: 'Expired', kind: 'mute', icon: Hourglass },
};

const MEGABYTE = 1024 * 1024;

/** Everything in one file, for moving to another installation: begun here, and taken when it is ready. */
export function ArchiveSection() {
  const archives = useArchives();
  const starting = useStartArchive();
  const start = useMutateOnce(starting);
  const isRunning = archives.data?.some(({ status }) => status === 'running') === true;
  return (
    <section aria-labelledby="whole-archive" className="mt-14 max-w-4xl">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 max-w-[40em]">
          <h2 className="h3" id="whole-archive">
            Everything in one archive
          </h2>
          <p className="soft mt-1">
            Every table and every file that people sent, of one moment, for moving to another installation of this
            portal. It has the hashes of passwords: keep it as safe as the database. Its file is here for a day.
          </p>
        </div>
        <Button
          variant="secondary"
          busy={starting.isPending}
          busyLabel="Beginning..."
          disabled={isRunning}
          onClick={() => start(undefined)}
        >
          Make an archive
        </Button>
      </div>
      {starting.error !== null && (
        <Alert kind="bad" className="mt-4">
          {messageOf(starting.error)}
        </Alert>
      )}
      <div className="mt-5">
        <AsyncBoundary
          query={archives}
          failure="We could not load the archives"
          skeleton={<Skeleton className="h-24 w-full" />}
        >
          {(loaded) =>
            loaded.length === 0 ? (
              <EmptyState title="No archive yet">
                Making one takes minutes. You may leave this page meanwhile.
              </EmptyState>
            ) : (
              <ul className="border-line border-t">
                {loaded.map((archive) => (
                  <Row key={archive.id} archive={archive} />
                ))}
              </ul>
            )
          }
        </AsyncBoundary>
      </div>
    </section>
  );
}

function Row({ archive: { id, status, startedAt, startedBy, expiresAt, sizeBytes, failure } }: { archive: Archive }) {
  const size = sizeBytes === null ? null : `${Math.max(0.1, sizeBytes / MEGABYTE).toFixed(1)} MB`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-line border-b py-3.5">
      <div className="min-w-0">
        <p>
          <time dateTime={startedAt}>{formatMoment(startedAt)}</time> by {bidiIsolate(startedBy.name)}
        </p>
        <p className="muted small wrap-anywhere">
          {failure ?? size ?? 'You may leave this page.'}
          {status === 'done' && expiresAt !== null && `, until ${formatMoment(expiresAt)}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <StatusBadge status={status} statuses={STATES} />
        {status === 'done' && (
          <a
            className={buttonClass({ variant: 'secondary' })}
            href={downloadArchive.path.replace(':id', encodeURIComponent(id))}
            onClick={downloadOnClick}
            download
          >
            <Download className="icon-small" />
            Download
          </a>
        )}
      </div>
    </li>
  );
}
