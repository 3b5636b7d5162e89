import { MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useConfirmEmail } from '../api/confirm-email.ts';
import { isLinkExpired } from '../link-expired.ts';
import { useLinkToken } from '../use-link-token.ts';
import { LinkExpiredNotice } from './link-expired-notice.tsx';

/** Where a new link is requested: a signed-out person signs in first. */
const PROFILE = '/profile';
const SIGN_IN_FIRST = `/login?next=${encodeURIComponent(PROFILE)}`;

/**
 * Where the link of a verification mail leads. It verifies on a press of the button and not by
 * itself: mail scanners open links, and an address must not be verified by anybody but its owner.
 */
export function VerifyEmailPanel() {
  const t = useText();
  const token = useLinkToken();
  const confirm = useConfirmEmail();
  const send = useMutateOnce(confirm);
  const user = useUser();
  if (confirm.isSuccess) return <Verified signedIn={user !== null} />;
  if (token === '' || isLinkExpired(confirm.error)) {
    return (
      <LinkExpiredNotice>
        <ButtonLink size="large" block to={user ? PROFILE : SIGN_IN_FIRST}>
          {user ? t('Go to Account Settings') : t('Sign In')}
        </ButtonLink>
        <p className="soft">{t('A new link is sent from Account Settings.')}</p>
      </LinkExpiredNotice>
    );
  }
  return (
    <>
      <div>
        <h1 className="h1">{t('Verify your email address')}</h1>
        <p className="soft">{t('One press of the button, and we know that this address is yours.')}</p>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (token) send(token);
        }}
      >
        {confirm.error && <Alert kind="bad">{t(messageOf(confirm.error))}</Alert>}
        <Button type="submit" size="large" block busy={confirm.isPending} busyLabel={t('Verifying...')}>
          {t('Verify email address')}
        </Button>
      </form>
    </>
  );
}

function Verified({ signedIn }: { signedIn: boolean }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div role="status">
        <MailCheck className="auth-mark text-ok" />
        <h1 className="h1 outline-none" ref={heading} tabIndex={-1}>
          {t('Email address verified')}
        </h1>
        <p className="soft">{t('Receipts and notices reach you there.')}</p>
      </div>
      <ButtonLink size="large" block to={signedIn ? '/' : '/login'}>
        {signedIn ? t('Go to your dashboard') : t('Sign In')}
      </ButtonLink>
    </>
  );
}
