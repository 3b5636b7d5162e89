import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { type PushState, usePush } from '../../push/use-push.ts';

const SAYS: Record<PushState, string> = {
  unsupported: phrase(
    'This browser cannot show notices while the portal is closed. On an iPhone or iPad, add the portal to the home screen first and open it from there.',
  ),
  blocked: phrase(
    'Notices of this site are blocked in your browser. Allow them in its settings for this site, then load this page again.',
  ),
  off: phrase('Off. Notices are shown here only while the portal is open.'),
  on: phrase('On. This browser shows your notices also while the portal is closed, until you log out.'),
};

/** Whether this browser rings while the portal is closed, and the switch for it. */
export function PushSwitch() {
  const user = useUser();
  return user?.role === 'customer' && <SwitchFor userId={user.id} />;
}

function SwitchFor({ userId }: { userId: number }) {
  const t = useText();
  const unreachable = t('The push service of your browser or ours could not be reached. Please try again.');
  const { found, switchTo, isPending } = usePush(userId, () =>
    toast({
      title: t('Not switched'),
      description: unreachable,
      variant: 'destructive',
    }),
  );
  const state = found.data;
  return (
    <section className="border-ink border-t pt-5" aria-labelledby="push-heading">
      <h2 className="h3" id="push-heading">
        {t('Notices on this device')}
      </h2>
      <div className="mt-1" role="status">
        <AsyncBoundary query={found} failure={unreachable} skeleton={<Skeleton className="h-12 w-full" />}>
          {(now) => <p className="soft">{t(SAYS[now])}</p>}
        </AsyncBoundary>
      </div>
      {(state === 'on' || state === 'off') && (
        <Button className="mt-4" variant="secondary" busy={isPending} onClick={() => switchTo(state === 'off')}>
          {state === 'on' ? t('Switch off') : t('Switch on')}
        </Button>
      )}
    </section>
  );
}
