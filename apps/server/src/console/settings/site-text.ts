import type { SiteText } from '@portal/contract/platform/site-texts';
import { getSiteText, type PublishedText } from '@portal/contract/platform/site-texts';
import type { CachedContent } from '../../platform/http/pages/cached-page.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';

/** A text of a public page as staff have published it; null while it is that of the installation. */
export function readSiteText(settings: Settings, text: SiteText): PublishedText | null {
  const value = settings.get(text);
  return value === settings.initial(text) ? null : { number: settings.number(text), ...value };
}

const PAGES: Readonly<Record<string, SiteText>> = { '/support': 'faq', '/privacy': 'privacy', '/terms': 'terms' };

/** Pages that are rendered with these texts while staff have published some. */
export function pagesWithTexts(settings: Settings): Record<string, CachedContent> {
  const sources = Object.entries(PAGES).map(([page, text]) => {
    const readAnswer = async () => {
      const published = readSiteText(settings, text);
      return published && JSON.stringify(published);
    };
    return [page, { address: getSiteText.path.replace(':text', text), readAnswer }];
  });
  return Object.fromEntries(sources);
}
