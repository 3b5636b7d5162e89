import { phrase } from '../shared/i18n/translate.ts';
import { cookieSections } from './legal/cookies-text.ts';
import { LegalPage } from './legal/legal-page.tsx';

export function CookiesPage() {
  return (
    <LegalPage
      title={phrase('Cookie Policy')}
      lead={phrase('Two cookies, and a few notes that your own device keeps. Here is each of them.')}
      sections={cookieSections}
    />
  );
}
