import type { SiteText } from '@portal/contract/platform/site-texts';
import { type TextSection, writeSections } from '../../../shared/format/read-sections.ts';
import type { Dictionary } from '../../../shared/i18n/translate.ts';

type Sections = readonly Omit<TextSection, 'id'>[];

async function installedSections(text: SiteText): Promise<Sections> {
  if (text === 'faq') {
    const { questions } = await import('../../support/questions.ts');
    return questions.map(({ category: group, question: title, answer }) => ({
      group,
      title,
      paragraphs: [answer],
      points: [],
    }));
  }
  const sections =
    text === 'privacy'
      ? (await import('../../site/legal/privacy-text.ts')).privacySections
      : (await import('../../site/legal/terms-text.ts')).termsSections;
  return sections.map(({ title, paragraphs, points = [] }) => ({ group: '', title, paragraphs, points }));
}

/** Of these texts, English to the language: of the legal ones in files of their own (decision 038). */
async function dictionaryOf(text: SiteText, code: 'yo' | 'ha' | 'ig'): Promise<Dictionary> {
  const isLong = text !== 'faq';
  switch (code) {
    case 'yo':
      return (isLong ? await import('../../../shared/i18n/long/yo.json') : await import('../../../shared/i18n/yo.json'))
        .default;
    case 'ha':
      return (isLong ? await import('../../../shared/i18n/long/ha.json') : await import('../../../shared/i18n/ha.json'))
        .default;
    case 'ig':
      return (isLong ? await import('../../../shared/i18n/long/ig.json') : await import('../../../shared/i18n/ig.json'))
        .default;
  }
}

/** The text that a page was installed with, by language, to begin an own one from. */
export async function loadInstalledText(text: SiteText): Promise<Record<'en' | 'yo' | 'ha' | 'ig', string>> {
  const sections = await installedSections(text);
  const inLanguage = async (code: 'yo' | 'ha' | 'ig') => {
    const dictionary = await dictionaryOf(text, code);
    const say = (english: string) => dictionary[english] ?? english;
    return writeSections(
      sections.map(({ group, title, paragraphs, points }) => ({
        group,
        title: say(title),
        paragraphs: paragraphs.map(say),
        points: points.map(say),
      })),
    );
  };
  const [yo, ha, ig] = await Promise.all([inLanguage('yo'), inLanguage('ha'), inLanguage('ig')]);
  return { en: writeSections(sections), yo, ha, ig };
}
