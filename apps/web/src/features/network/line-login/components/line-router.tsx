import type { LineLogin } from '@portal/contract/network/line-login';
import { useId } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatDate, formatTimeOrMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { ArrowLink } from '../../../../shared/ui/button/arrow-link.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { useLineLogin, useResetMacLock } from '../api/line-login.ts';

/** Which routers may use the line, and what to do about one that may not; nothing before the first payment. */
export function LineRouter() {
  const t = useText();
  const login = useLineLogin();
  return (
    <AsyncBoundary query={login} failure={t('We could not load which router may use your line')} skeleton={null}>
      {(loaded) => (loaded === null ? null : <Router login={loaded} />)}
    </AsyncBoundary>
  );
}

function Router({ login }: { login: LineLogin }) {
  const t = useText();
  const headingId = useId();
  const { sessionsAtOnce, sessionRule, macLock, lockedTo } = login;
  const count =
    sessionsAtOnce === 1
      ? t('One router at a time can use your line.')
      : t('{count} routers at a time can use your line.', { count: String(sessionsAtOnce) });
  const rule =
    sessionRule === 'newest'
      ? t('If another one connects, it stays online and the one before goes offline.')
      : t('While they are online, no other one can connect.');
  return (
    <section aria-labelledby={headingId} className="grid justify-items-start gap-3 border-ink border-t pt-5">
      <h2 className="h4" id={headingId}>
        {t('Your router')}
      </h2>
      {lockedTo && (
        <p>
          {t('Your line works only with the router {mac}, since {day}.', {
            mac: lockedTo.mac,
            day: formatDate(lockedTo.since),
          })}
        </p>
      )}
      {macLock && !lockedTo && (
        <p>{t('Your line takes the next router that connects, and then works with it only.')}</p>
      )}
      <p className="soft small">
        {count} {rule}
      </p>
      <RefusedRouter login={login} />
      {login.sharedAt && (
        <Alert kind="warn">
          <p>
            {t(
              'Another router was online with your login: {moment}. If it is not yours, somebody may know your login.',
              {
                moment: formatTimeOrMoment(login.sharedAt),
              },
            )}
          </p>
          <ArrowLink to="/support#ticket">{t('Tell us')}</ArrowLink>
        </Alert>
      )}
      {(macLock || sessionRule === 'oldest') && <NewRouter />}
    </section>
  );
}

function RefusedRouter({ login: { refused } }: { login: LineLogin }) {
  const t = useText();
  if (!refused) return null;
  const at = formatTimeOrMoment(refused.at);
  return (
    <Alert kind="info">
      {refused.mac === null
        ? t('Another router was refused: {moment}.', { moment: at })
        : t('The router {mac} was refused: {moment}.', { mac: refused.mac, moment: at })}{' '}
      {t('If it is yours, choose “Use a new router”.')}
    </Alert>
  );
}

function NewRouter() {
  const t = useText();
  const online = useOnline();
  const resetting = useResetMacLock();
  const reset = useMutateOnce(resetting);
  return (
    <div>
      <Button
        variant="secondary"
        busy={resetting.isPending}
        busyLabel={t('One moment...')}
        disabled={!online}
        onClick={() =>
          void reset(undefined, {
            onSuccess: () =>
              toast({
                title: t('Switch your new router on'),
                description: t('Your line takes the next router that connects.'),
              }),
            onError: (failure) =>
              toast({ title: t('Nothing has changed'), description: t(messageOf(failure)), variant: 'destructive' }),
          })
        }
      >
        {t('Use a new router')}
      </Button>
      {!online && (
        <p className="muted small mt-2">{t('You are offline. You can change this once you are connected again.')}</p>
      )}
    </div>
  );
}
