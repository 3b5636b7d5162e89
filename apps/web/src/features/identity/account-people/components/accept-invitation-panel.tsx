import type { OwnAccount } from '@portal/contract/identity/account-people';
import { signInName } from '@portal/kernel/messaging/mail';
import { useEffect } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { Button, type ButtonLook } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { LinkExpiredNotice } from '../../accounts/components/link-expired-notice.tsx';
import { isLinkExpired } from '../../accounts/link-expired.ts';
import { useLinkToken } from '../../accounts/use-link-token.ts';
import { useAcceptInvitation } from '../api/accept-invitation.ts';
import { savedInvitation, saveInvitation } from '../saved-invitation.ts';

const BACK_HERE = `?next=${encodeURIComponent('/account-invitation')}`;

/**
 * Where the link of an invitation leads. Whoever is not signed in signs in or registers in this
 * window, which keeps the link's token meanwhile, and comes back; it is accepted on a press of the
 * button, since mail scanners open links.
 */
export function AcceptInvitationPanel({ onAccepted }: { onAccepted: (account: OwnAccount) => void }) {
  const t = useText();
  const linked = useLinkToken();
  const token = linked === '' ? savedInvitation() : linked;
  // At once: a tap that reaches a link before its handlers, or a reload, would lose it.
  useEffect(() => {
    if (linked) saveInvitation(linked);
  }, [linked]);
  const user = useUser();
  const accept = useAcceptInvitation();
  const send = useMutateOnce(accept);
  if (token === '' || isLinkExpired(accept.error)) {
    return (
      <LinkExpiredNotice>
        <ButtonLink size="large" block to={user ? '/' : '/login'}>
          {user ? t('Go to your dashboard') : t('Sign In')}
        </ButtonLink>
        <p className="soft">{t('Ask whoever invited you to send the invitation again.')}</p>
      </LinkExpiredNotice>
    );
  }
  return (
    <>
      <div>
        <h1 className="h1">{t('You are invited')}</h1>
        <p className="soft">
          {user
            ? t('You are signed in as {email}. Accept, and you act for the account that invites you.', {
                email: signInName(user),
              })
            : t('Sign in, or create an account of your own first: then you can accept the invitation.')}
        </p>
      </div>
      {user ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (token)
              send(token, {
                onSuccess: ({ account }) => {
                  saveInvitation('');
                  onAccepted(account);
                },
              });
          }}
        >
          {accept.error && <Alert kind="bad">{t(messageOf(accept.error))}</Alert>}
          <Button type="submit" size="large" block busy={accept.isPending} busyLabel={t('Accepting...')}>
            {t('Accept the invitation')}
          </Button>
        </form>
      ) : (
        <div className="grid gap-3">
          <Onward to={token === null ? null : '/login'} label={t('Sign In')} />
          <Onward to={token === null ? null : '/register'} label={t('Create Account')} variant="secondary" />
        </div>
      )}
    </>
  );
}

/** The way to a page and back here; closed while it is null, because the page has no token to keep yet. */
function Onward({ to, label, ...look }: { to: string | null; label: string } & ButtonLook) {
  if (to === null) {
    return (
      <Button {...look} size="large" block disabled>
        {label}
      </Button>
    );
  }
  return (
    <ButtonLink {...look} size="large" block to={`${to}${BACK_HERE}`}>
      {label}
    </ButtonLink>
  );
}
