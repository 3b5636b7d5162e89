import { useText } from '../../../../shared/i18n/use-text.ts';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';

const BACK_HERE = `?next=${encodeURIComponent('/support#ticket')}`;

/** A ticket belongs to an account: visitors sign in first and return to the form. */
export function TicketSignIn() {
  const t = useText();
  return (
    <Panel className="mt-5">
      <p className="h3">{t('Sign in to create a ticket')}</p>
      <p className="soft mt-2 max-w-[36em]">
        {t(
          'A ticket belongs to your account: you get a number, and you can follow it here. We bring you back to the form.',
        )}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to={`/login${BACK_HERE}`}>{t('Sign In')}</ButtonLink>
        <ButtonLink to={`/register${BACK_HERE}`} variant="secondary">
          {t('Create Account')}
        </ButtonLink>
      </div>
    </Panel>
  );
}
