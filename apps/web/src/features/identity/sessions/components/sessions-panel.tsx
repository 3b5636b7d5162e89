import type { SessionView } from '@portal/contract/identity/profile';
import { CircleCheck, MonitorSmartphone } from 'lucide-react';
import { useRef } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useEndSession } from '../api/end-session.ts';
import { useSessions } from '../api/list-sessions.ts';

/** Stands for every session but this one (contract, endSession). */
const OTHERS = 'others';

/** Where the customer is signed in, with the means to sign out elsewhere. */
export function SessionsPanel() {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const sessions = useSessions();
  const ending = useEndSession();
  const endOnce = useMutateOnce(ending);
  function end(id: string) {
    endOnce(id, {
      onSuccess: () => {
        // The button that had the focus leaves with its row.
        heading.current?.focus();
        toast({
          title: t('Signed out'),
          description: id === OTHERS ? t('You are signed in on this device alone.') : t('That device is signed out.'),
        });
      },
      onError: (failure) =>
        toast({
          title: t('Not signed out'),
          description: t(messageOf(failure)),
          variant: 'destructive',
        }),
    });
  }
  return (
    <section aria-labelledby="sessions-heading" className="border-ink border-t pt-5">
      <h2 className="h3" id="sessions-heading" ref={heading} tabIndex={-1}>
        {t('Where you are signed in')}
      </h2>
      <p className="soft mt-1">{t('Sign out of any device that you do not know, then change your password.')}</p>
      <div className="mt-5">
        <AsyncBoundary
          query={sessions}
          failure={t('We could not load your devices')}
          skeleton={<Skeleton className="h-40 w-full" />}
        >
          {(loaded) => (
            <SessionList sessions={loaded} ending={ending.isPending ? ending.variables : null} onEnd={end} />
          )}
        </AsyncBoundary>
      </div>
    </section>
  );
}

type SessionListProps = {
  sessions: readonly SessionView[];
  /** The session that is being signed out. */
  ending: string | null;
  onEnd: (id: string) => void;
};

function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  const t = useText();
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <ul className="rows">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} busy={ending === session.id} onEnd={() => onEnd(session.id)} />
        ))}
      </ul>
      {others.length > 0 ? (
        <Button
          variant="secondary"
          className="mt-5"
          busy={ending === OTHERS}
          busyLabel={t('Signing out...')}
          onClick={() => onEnd(OTHERS)}
        >
          {t('Sign out everywhere else')}
        </Button>
      ) : (
        <p className="soft small mt-4">{t('You are not signed in anywhere else.')}</p>
      )}
    </>
  );
}

function SessionRow({ session, busy, onEnd }: { session: SessionView; busy: boolean; onEnd: () => void }) {
  const t = useText();
  const { device, address, createdAt, lastUsedAt, current } = session;
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3">
      <MonitorSmartphone className="text-ink-3" />
      <p className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="semi break-words">{t(device)}</span>
        {current && (
          <Badge kind="ok" icon={CircleCheck}>
            {t('This device')}
          </Badge>
        )}
      </p>
      {!current && (
        <Button
          variant="secondary"
          aria-label={t('Sign out {device}', { device: t(device) })}
          busy={busy}
          busyLabel={t('Signing out...')}
          onClick={onEnd}
        >
          {t('Sign out')}
        </Button>
      )}
      <dl className="soft small col-span-2 col-start-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        <dt className="muted">{t('Address')}</dt>
        <dd className="wrap-anywhere">{address}</dd>
        <dt className="muted">{t('Signed in')}</dt>
        <dd>{formatMoment(createdAt)}</dd>
        <dt className="muted">{t('Last used')}</dt>
        <dd>{formatMoment(lastUsedAt)}</dd>
      </dl>
    </li>
  );
}
