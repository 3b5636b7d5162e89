import { withLongTexts } from '../../../shared/i18n/long-texts.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { LegalPage } from './legal-page.tsx';
import { privacySections } from './privacy-text.ts';

function PrivacyPage() {
  return (
    <LegalPage
      text="privacy"
      title={phrase('Privacy Policy')}
      lead={phrase('What {company} knows about you, why, for how long, and what you can ask of us.')}
      sections={privacySections}
    />
  );
}

export const privacyPage = withLongTexts(PrivacyPage);
