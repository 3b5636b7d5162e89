import type { ContactChangeKind } from '@portal/contract/identity/corrections';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { LinkExpiredNotice } from '../../accounts/components/link-expired-notice.tsx';
import { isLinkExpired } from '../../accounts/link-expired.ts';
import { useLinkToken } from '../../accounts/use-link-token.ts';
import { useConfirmContactChange } from '../api/confirm-contact-change.ts';

/**
 * Where the link leads that a new mailbox or number gets. It acts on a press of the button and not by
 * itself: mail scanners open links.
 */
export function ConfirmContactPanel() {
  const t = useText();
  const token = useLinkToken();
  const confirm = useConfirmContactChange();
  const send = useMutateOnce(confirm);
  if (confirm.isSuccess) return <Counts what={confirm.data.what} />;
  if (token === '' || isLinkExpired(confirm.error)) {
    return (
      <LinkExpiredNotice>
        <ButtonLink size="large" block to="/support">
          {t('Contact us')}
        </ButtonLink>
        <p className="soft">
          {t('Links in texts work for ten minutes, those in mails for two days. Ask our staff for a new one.')}
        </p>
      </LinkExpiredNotice>
    );
  }
  return (
    <>
      <div>
        <h1 className="h1">{t('Is this yours?')}</h1>
        <p className="soft">
          {t(
            'One press of the button, and your account uses this mailbox or number from now on. Every device is signed out.',
          )}
        </p>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (token) send(token);
        }}
      >
        {confirm.error && <Alert kind="bad">{t(messageOf(confirm.error))}</Alert>}
        <Button type="submit" size="large" block busy={confirm.isPending} busyLabel={t('Confirming...')}>
          {t('Yes, it is mine')}
        </Button>
      </form>
      <p className="soft">{t('If you know nothing of it, close this page: nothing has changed.')}</p>
    </>
  );
}

const COUNTS: Readonly<Record<ContactChangeKind, { readonly title: string; readonly text: string }>> = {
  mailbox: {
    title: phrase('This is your email address now'),
    text: phrase('Sign in with it. Your password is as before.'),
  },
  phone: {
    title: phrase('This is your telephone number now'),
    text: phrase('We reach you there from now on.'),
  },
};

function Counts({ what }: { what: ContactChangeKind }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div role="status">
        <ShieldCheck className="auth-mark text-ok" />
        <h1 className="h1 outline-none" ref={heading} tabIndex={-1}>
          {t(COUNTS[what].title)}
        </h1>
        <p className="soft">{t(COUNTS[what].text)}</p>
      </div>
      <ButtonLink size="large" block to="/login">
        {t('Sign In')}
      </ButtonLink>
    </>
  );
}
