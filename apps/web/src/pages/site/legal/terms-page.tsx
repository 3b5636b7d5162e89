import { withLongTexts } from '../../../shared/i18n/long-texts.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { LegalPage } from './legal-page.tsx';
import { termsSections } from './terms-text.ts';

function TermsPage() {
  return (
    <LegalPage
      text="terms"
      title={phrase('Terms of Service')}
      lead={phrase(
        'What you can expect of {company}, what we expect of you, and what happens when something goes wrong.',
      )}
      sections={termsSections}
    />
  );
}

export const termsPage = withLongTexts(TermsPage);
