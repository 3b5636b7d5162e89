import { type Announcement, stopAnnouncement } from '@portal/contract/console/announcements';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { audienceLabel, KINDS, progressLabel, STATES } from '../announcement-labels.ts';
import { useAnnouncements, useStopAnnouncement } from '../api/announcements.ts';

/** The announcements, newest first, with their progress; one that is being sent can be stopped. */
export function AnnouncementList() {
  const announcements = useAnnouncements();
  const [stopping, setStopping] = useState<Announcement | null>(null);
  return (
    <>
      <AsyncBoundary
        query={announcements}
        failure="We could not load the announcements"
        skeleton={<Skeleton className="h-60 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title="Nothing announced yet">
              What you announce appears at customers’ bells at once, and in their mail as they have chosen.
            </EmptyState>
          ) : (
            <>
              <ul className="border-ink border-t">
                {loaded.map((announcement) => (
                  <Entry key={announcement.id} announcement={announcement} onStop={() => setStopping(announcement)} />
                ))}
              </ul>
              <ShowMore query={announcements} />
            </>
          )
        }
      </AsyncBoundary>
      {stopping && <StopDialog announcement={stopping} onClose={() => setStopping(null)} />}
    </>
  );
}

function Entry({ announcement, onStop }: { announcement: Announcement; onStop: () => void }) {
  const { kind, title, text, link, audience, planName, author, state, resting, createdAt, stopped } = announcement;
  return (
    <li className="grid gap-x-10 gap-y-3 border-line border-b py-4 lg:grid-cols-[minmax(0,1fr)_340px]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="semi min-w-0 break-words">{title}</span>
          <Badge kind={kind === 'promotion' ? 'accent' : 'mute'}>{KINDS[kind]}</Badge>
        </p>
        <p className="soft mt-1 max-w-[46em] whitespace-pre-line break-words">{text}</p>
        {link && (
          <a className="link small inline-flex min-h-11 items-center break-all" href={link}>
            {link}
          </a>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-1">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <StatusBadge status={resting ? 'resting' : state} statuses={STATES} />
          <Allowed to={stopAnnouncement}>
            {state === 'sending' && (
              <Button variant="quiet" className="-my-2" aria-label={`Stop: ${title}`} onClick={onStop}>
                Stop
              </Button>
            )}
          </Allowed>
        </p>
        <p className="small">{progressLabel(announcement)}</p>
        <p className="soft small break-words">{audienceLabel(audience, planName)}</p>
        <p className="muted small break-words">
          {bidiIsolate(author.name)}, <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </p>
        {stopped && (
          <p className="soft small break-words">
            Stopped by {bidiIsolate(stopped.by.name)}: {stopped.reason}
          </p>
        )}
      </div>
    </li>
  );
}

function StopDialog({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const stopping = useStopAnnouncement(announcement.id);
  return (
    <ReasonDialog
      title="Stop this announcement?"
      confirm="Stop"
      doneTitle={announcement.title}
      schema={stopAnnouncement.body}
      call={stopping.mutateAsync}
      onClose={onClose}
    >
      <p>Who has it keeps it. It is not delivered to anybody else, and it cannot be taken up again.</p>
    </ReasonDialog>
  );
}
