import { dismissSharedLogin, type SharedLogin } from '@portal/contract/network/shared-logins';
import { useRef, useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment, formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { useRowKeys } from '../../../../../shared/staff/shortcuts/use-row-keys.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { type SharedLoginState, useDismissSharedLogin, useSharedLogins } from '../api/shared-logins.ts';

/** Logins that more routers used at once than may, each with the routers. */
export function SharedLoginList({ state }: { state: SharedLoginState }) {
  const logins = useSharedLogins(state);
  const list = useRef<HTMLUListElement>(null);
  const [dismissed, setDismissed] = useState<SharedLogin | null>(null);
  useRowKeys(list, 'login');
  return (
    <AsyncBoundary
      query={logins}
      failure="We could not load the shared logins"
      skeleton={<Skeleton className="h-80 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <NoLogin state={state} />
        ) : (
          <>
            <ul ref={list} className="border-ink border-t">
              {loaded.map((login) => (
                <Row key={login.id} login={login} onDismiss={() => setDismissed(login)} />
              ))}
            </ul>
            <ShowMore query={logins} />
            {dismissed && <DismissDialog login={dismissed} onClose={() => setDismissed(null)} />}
          </>
        )
      }
    </AsyncBoundary>
  );
}

function NoLogin({ state }: { state: SharedLoginState }) {
  if (state === 'dismissed') {
    return (
      <EmptyState title="None was dismissed">
        What staff take off the list of shared logins is here, with why.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No login seems to be shared">
      A login is here when two routers take turns in it within a day, more of them than its plan allows.
    </EmptyState>
  );
}

function Row({ login: shared, onDismiss }: { login: SharedLogin; onDismiss: () => void }) {
  const may = useMay();
  const { customer, line, login, times, firstAt, lastAt, devices, dismissedAt, dismissedBy, dismissReason } = shared;
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-3 border-line border-b py-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)_auto]">
      <div className="min-w-0">
        <PageLink
          className="semi wrap-anywhere hover:underline"
          to={`/admin/customers/${customer.id}${line.id === customer.id ? '' : `?line=${line.id}`}`}
          data-row
        >
          {bidiIsolate(customer.name)}
        </PageLink>
        <p className="small muted wrap-anywhere">
          {login}
          {line.label && `, ${bidiIsolate(line.label)}`}
        </p>
      </div>
      <div className="min-w-0">
        <p>{times} times too many at once</p>
        <p className="small muted">
          <time dateTime={firstAt}>{formatMoment(firstAt)}</time> to{' '}
          <time dateTime={lastAt}>{formatTimeOrMoment(lastAt)}</time>
        </p>
      </div>
      <ul className="grid min-w-0 gap-1">
        {devices.map(({ mac, accessServer, port, at }) => (
          <li key={`${mac} ${accessServer.address} ${port}`} className="small wrap-anywhere">
            <span className="num">{mac ?? 'Unknown router'}</span>
            <span className="muted">
              {' '}
              at {accessServer.name ?? accessServer.address}
              {port && `, port ${port}`}, last {formatTimeOrMoment(at)}
            </span>
          </li>
        ))}
      </ul>
      {dismissedAt === null ? (
        may(dismissSharedLogin) && (
          <div className="flex items-start lg:justify-end">
            <Button variant="quiet" aria-label={`Dismiss: ${login ?? customer.name}`} onClick={onDismiss}>
              Dismiss
            </Button>
          </div>
        )
      ) : (
        <p className="small wrap-anywhere lg:max-w-60">
          {dismissReason}
          <span className="muted">
            {' '}
            {dismissedBy ?? 'Staff'}, {formatMoment(dismissedAt)}
          </span>
        </p>
      )}
    </li>
  );
}

function DismissDialog({ login, onClose }: { login: SharedLogin; onClose: () => void }) {
  const { mutateAsync } = useDismissSharedLogin(login.id);
  return (
    <ReasonDialog
      title="Take the login off the list?"
      confirm="Dismiss"
      doneTitle="Shared login"
      schema={dismissSharedLogin.body}
      call={mutateAsync}
      onClose={onClose}
    >
      <p className="soft">
        For example because both routers are in one home, or the customer has a new login. If two routers go on to take
        turns, it is on the list again.
      </p>
    </ReasonDialog>
  );
}
