import { brand } from '@portal/brand';
import type { ReactNode } from 'react';
import { useSiteText } from '../../../features/console/site-texts/api/get-site-text.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { readSections } from '../../../shared/format/read-sections.ts';
import { fill, type Translate } from '../../../shared/i18n/translate.ts';
import { useLanguage, useText } from '../../../shared/i18n/use-text.ts';
import { LoadingAnnouncement } from '../../../shared/ui/async/loading-announcement.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ArrowLink } from '../../../shared/ui/button/arrow-link.tsx';
import { PageLink } from '../../../shared/ui/navigation/page-link.tsx';
import { LEGAL_TEXTS_CHANGED, type LegalSection } from './legal-section.ts';
import { StoredThings } from './stored-things.tsx';

const FROM_THE_BRAND = {
  company: brand.legalName,
  email: brand.supportEmail,
  phone: brand.phone.label,
  address: `${brand.address.street}, ${brand.address.district}, ${brand.address.city}`,
};

export type LegalPageProps = {
  /** The text that staff may publish in place of `sections`. */
  text?: 'privacy' | 'terms';
  title: string;
  lead: string;
  sections: readonly LegalSection[];
};

/** A long text: contents beside it, one column of text, the contact. */
export function LegalPage({ text, ...installed }: LegalPageProps) {
  const t = useText();
  if (text) return <PublishedPage text={text} {...installed} />;
  return <Page {...installed} translate={t} changed={<LastChanged />} />;
}

type Shown = Omit<LegalPageProps, 'text'> & {
  /** Translates the sections, or leaves what staff have written as it is. */
  translate: Translate;
  /** Which version it is. */
  changed: ReactNode;
  /** Whether the sections are in English in spite of the reader's language. */
  isEnglish?: boolean;
};

function PublishedPage({ text, ...installed }: LegalPageProps & { text: 'privacy' | 'terms' }) {
  const t = useText();
  const language = useLanguage();
  const published = useSiteText(text);
  if (published === undefined) {
    return (
      <LoadingAnnouncement>
        <Skeleton className="wrap mt-8 h-[32rem]" />
      </LoadingAnnouncement>
    );
  }
  if (published === null) return <Page {...installed} translate={t} changed={<LastChanged />} />;
  const { number, effectiveFrom = '' } = published;
  const date = formatDate(`${effectiveFrom}T12:00:00+01:00`);
  return (
    <Page
      {...installed}
      sections={readSections(published[language] || published.en)}
      translate={fill}
      changed={t('Version {number}, in force from {date}', { number, date })}
      isEnglish={published[language] === ''}
    />
  );
}

function LastChanged() {
  const t = useText();
  return t('Last changed {date}', { date: formatDate(LEGAL_TEXTS_CHANGED) });
}

function Page({ title, lead, sections, translate, changed, isEnglish = false }: Shown) {
  const t = useText();
  const isTranslated = useLanguage() !== 'en' && !isEnglish;
  return (
    <div className="wrap pt-8 pb-16 lg:pt-16 lg:pb-24">
      <h1 className="h1">{t(title)}</h1>
      <p className="lead mt-4 max-w-[34em]">{t(lead, FROM_THE_BRAND)}</p>
      <p className="muted small mt-3">{changed}</p>
      {isTranslated && (
        <p className="soft small mt-3">
          {t('Where this translation and the English text differ, the English text counts.')}
        </p>
      )}
      <div className="mt-8 grid items-start gap-10 lg:mt-12 lg:grid-cols-[280px_1fr] lg:gap-20">
        <Contents sections={sections} translate={translate} />
        <div className="grid min-w-0 max-w-[44em] gap-10">
          {sections.map((section) => (
            <Section key={section.id} section={section} translate={translate} />
          ))}
          <p className="border-line border-t pt-6">
            <ArrowLink to="/support#contact">{t('Ask us about this page')}</ArrowLink>
          </p>
        </div>
      </div>
    </div>
  );
}

function Contents({ sections, translate }: Pick<Shown, 'sections' | 'translate'>) {
  const t = useText();
  return (
    <nav aria-label={t('Contents')} className="border-ink border-t pt-2 lg:sticky lg:top-6">
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <PageLink
              to={`#${id}`}
              className="inline-flex min-h-11 items-center text-ink-2 hover:text-ink hover:underline"
            >
              {translate(title)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Section({
  section: { id, title, paragraphs, points = [], table },
  translate,
}: Pick<Shown, 'translate'> & { section: LegalSection }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6">
      <h2 className="h3" id={`${id}-title`}>
        {translate(title)}
      </h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="soft mt-3">
          {translate(paragraph, FROM_THE_BRAND)}
        </p>
      ))}
      {points.length > 0 && (
        <ul className="soft mt-3 grid list-disc gap-2 pl-5 marker:text-primary">
          {points.map((point) => (
            <li key={point}>{translate(point, FROM_THE_BRAND)}</li>
          ))}
        </ul>
      )}
      {table && <StoredThings things={table} />}
    </section>
  );
}
