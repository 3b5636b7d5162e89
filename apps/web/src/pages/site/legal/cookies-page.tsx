import { withLongTexts } from '../../../shared/i18n/long-texts.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { cookieSections } from './cookies-text.ts';
import { LegalPage } from './legal-page.tsx';

function CookiesPage() {
  return (
    <LegalPage
      title={phrase('Cookie Policy')}
      lead={phrase('A few cookies, and a few notes that your own device keeps. Here is each of them.')}
      sections={cookieSections}
    />
  );
}

export const cookiesPage = withLongTexts(CookiesPage);
