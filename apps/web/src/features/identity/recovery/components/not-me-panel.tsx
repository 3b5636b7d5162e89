import type { reportNotMe } from '@portal/contract/identity/recovery';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import type { Answer } from '../../../../shared/api/call-endpoint.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { LinkExpiredNotice } from '../../accounts/components/link-expired-notice.tsx';
import { isLinkExpired } from '../../accounts/link-expired.ts';
import { useLinkToken } from '../../accounts/use-link-token.ts';
import { useReportNotMe } from '../api/report-not-me.ts';

type Next = Answer<typeof reportNotMe>['next'];

const NEXT: Readonly<Record<Next, string>> = {
  mail: phrase('Open the email that we have just sent you and set a new password. The old one no longer works.'),
  text: phrase('Open the text message that we have just sent you and set a new password. The old one no longer works.'),
  directory: phrase('Tell the people who look after the directory of your company. Then sign in there again.'),
  support: phrase(
    'Your email address is in other hands, so the account stays closed. Call us, and we will open it again with you.',
  ),
};

/**
 * Where the link of a mail about a new device leads. It acts on a press of the button and not by
 * itself: mail scanners open links.
 */
export function NotMePanel() {
  const t = useText();
  const token = useLinkToken();
  const report = useReportNotMe();
  const send = useMutateOnce(report);
  if (report.isSuccess) return <SignedOut next={report.data.next} />;
  if (token === '' || isLinkExpired(report.error)) {
    return (
      <LinkExpiredNotice>
        <ButtonLink size="large" block to="/forgot-password">
          {t('Set a new password')}
        </ButtonLink>
        <p className="soft">{t('A new password signs out every device as well.')}</p>
      </LinkExpiredNotice>
    );
  }
  return (
    <>
      <div>
        <h1 className="h1">{t('It was not me')}</h1>
        <p className="soft">
          {t(
            'One press signs out and forgets every device, and stops your present password from working. We then email you a link to set a new one.',
          )}
        </p>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (token) send(token);
        }}
      >
        {report.error && <Alert kind="bad">{t(messageOf(report.error))}</Alert>}
        <Button type="submit" size="large" block busy={report.isPending} busyLabel={t('Signing out...')}>
          {t('Sign out everywhere')}
        </Button>
      </form>
      <p className="soft">{t('If it was you after all, close this page: nothing has changed.')}</p>
    </>
  );
}

function SignedOut({ next }: { next: Next }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div role="status">
        <ShieldCheck className="auth-mark text-ok" />
        <h1 className="h1 outline-none" ref={heading} tabIndex={-1}>
          {t('Every device is signed out')}
        </h1>
        <p className="soft">{t(NEXT[next])}</p>
      </div>
      <ButtonLink size="large" block to={next === 'support' ? '/support' : '/login'}>
        {next === 'support' ? t('Contact us') : t('Sign In')}
      </ButtonLink>
    </>
  );
}
