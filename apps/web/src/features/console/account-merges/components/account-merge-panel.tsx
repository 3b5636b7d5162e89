import { signInName } from '@portal/kernel/messaging/mail';
import { CircleCheck, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { LinkExpiredNotice } from '../../../identity/accounts/components/link-expired-notice.tsx';
import { isLinkExpired } from '../../../identity/accounts/link-expired.ts';
import { useLinkToken } from '../../../identity/accounts/use-link-token.ts';
import { useConfirmMerge, useRefuseMerge } from '../api/prove-merge.ts';
import { savedMergeLink, saveMergeLink } from '../saved-merge-link.ts';

/**
 * Where the link leads by which a person proves that two accounts are theirs: they confirm it in a session
 * of the account that stays, or refuse it in any or none. Both wait for a press, since mail scanners open
 * links.
 */
export function AccountMergePanel() {
  const t = useText();
  const linked = useLinkToken();
  const token = linked === '' ? savedMergeLink() : linked;
  // At once: a tap that reaches a link before its handlers, or a reload, would lose it.
  useEffect(() => {
    if (linked) saveMergeLink(linked);
  }, [linked]);
  const user = useUser();
  const confirm = useConfirmMerge();
  const refuse = useRefuseMerge();
  const sendConfirmation = useMutateOnce(confirm);
  const sendRefusal = useMutateOnce(refuse);
  const forget = { onSuccess: () => saveMergeLink('') };
  if (confirm.isSuccess) {
    return (
      <Ended
        icon={<CircleCheck className="auth-mark text-ok" />}
        title={t('Both are one account now')}
        text={t('Lines, invoices and credit of both are here. You can go on signing in with either.')}
      >
        <ButtonLink size="large" block to="/dashboard">
          {t('Go to your dashboard')}
        </ButtonLink>
      </Ended>
    );
  }
  if (refuse.isSuccess) {
    return (
      <Ended
        icon={<ShieldCheck className="auth-mark text-ok" />}
        title={t('Nothing has changed')}
        text={t('The two stay apart, and our staff see that you refused. Call us if you did not ask for this.')}
      >
        <ButtonLink size="large" block to="/support">
          {t('Contact us')}
        </ButtonLink>
      </Ended>
    );
  }
  const error = confirm.error ?? refuse.error;
  if (token === '' || isLinkExpired(error)) {
    return (
      <LinkExpiredNotice>
        <ButtonLink size="large" block to={user ? '/dashboard' : '/login'}>
          {user ? t('Go to your dashboard') : t('Sign In')}
        </ButtonLink>
        <p className="soft">{t('Ask our staff to send it again.')}</p>
      </LinkExpiredNotice>
    );
  }
  const busy = confirm.isPending || refuse.isPending;
  return (
    <>
      <div>
        <h1 className="h1">{t('Are both accounts yours?')}</h1>
        <p className="soft">
          {user
            ? t('You are signed in as {email}. The account whose mailbox got the link becomes a part of this one.', {
                email: signInName(user),
              })
            : t('Sign in to the account that is to stay. The one whose mailbox got the link becomes a part of it.')}
        </p>
      </div>
      {error && <Alert kind="bad">{t(messageOf(error))}</Alert>}
      <div className="grid gap-3">
        {user ? (
          <Button
            size="large"
            block
            disabled={token === null || refuse.isPending}
            busy={confirm.isPending}
            busyLabel={t('Joining...')}
            onClick={() => token && sendConfirmation(token, forget)}
          >
            {t('Join the two accounts')}
          </Button>
        ) : (
          <ButtonLink size="large" block to={`/login?next=${encodeURIComponent('/account-merge')}`}>
            {t('Sign In')}
          </ButtonLink>
        )}
        <Button
          variant="secondary"
          size="large"
          block
          disabled={token === null || (busy && !refuse.isPending)}
          busy={refuse.isPending}
          busyLabel={t('Refusing...')}
          onClick={() => token && sendRefusal(token, forget)}
        >
          {t('I do not want this')}
        </Button>
      </div>
      <p className="soft">{t('Within 30 days our staff can take them apart again.')}</p>
    </>
  );
}

type EndedProps = { icon: ReactNode; title: string; text: string; children: ReactNode };

function Ended({ icon, title, text, children }: EndedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div role="status">
        {icon}
        <h1 className="h1 outline-none" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="soft">{text}</p>
      </div>
      {children}
    </>
  );
}
