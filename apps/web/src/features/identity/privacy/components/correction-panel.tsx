import { useText } from '../../../../shared/i18n/use-text.ts';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';

const LINK = 'link inline-flex min-h-11 items-center';

/** Where the customer corrects what is held about them, and who corrects the rest. */
export function CorrectionPanel() {
  const t = useText();
  return (
    <section aria-labelledby="correction-heading" className="border-ink border-t pt-5">
      <h2 className="h3" id="correction-heading">
        {t('Correct your data')}
      </h2>
      <p className="soft mt-1 mb-2">
        {t(
          'You change your name, email and phone under Profile, and what is on your bills under Billing. For everything else open a ticket and say what is wrong.',
        )}
      </p>
      <p className="flex flex-wrap gap-x-6">
        <PageLink className={LINK} to="/profile">
          {t('Change my profile')}
        </PageLink>
        <PageLink className={LINK} to="/profile?tab=billing">
          {t('Change my bills')}
        </PageLink>
        <PageLink className={LINK} to="/support">
          {t('Open a ticket')}
        </PageLink>
      </p>
    </section>
  );
}
