import { brand } from '@portal/brand';
import { formatDate } from '../../../shared/format/date.ts';
import { useLanguage, useText } from '../../../shared/i18n/use-text.ts';
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
  title: string;
  lead: string;
  sections: readonly LegalSection[];
};

/** A long text: contents beside it, one column of text, the contact. */
export function LegalPage({ title, lead, sections }: LegalPageProps) {
  const t = useText();
  const isTranslated = useLanguage() !== 'en';
  return (
    <div className="wrap pt-8 pb-16 lg:pt-16 lg:pb-24">
      <h1 className="h1">{t(title)}</h1>
      <p className="lead mt-4 max-w-[34em]">{t(lead, FROM_THE_BRAND)}</p>
      <p className="muted small mt-3">{t('Last changed {date}', { date: formatDate(LEGAL_TEXTS_CHANGED) })}</p>
      {isTranslated && (
        <p className="soft small mt-3">
          {t('Where this translation and the English text differ, the English text counts.')}
        </p>
      )}
      <div className="mt-8 grid items-start gap-10 lg:mt-12 lg:grid-cols-[280px_1fr] lg:gap-20">
        <Contents sections={sections} />
        <div className="grid min-w-0 max-w-[44em] gap-10">
          {sections.map((section) => (
            <Section key={section.id} section={section} />
          ))}
          <p className="border-line border-t pt-6">
            <ArrowLink to="/support#contact">{t('Ask us about this page')}</ArrowLink>
          </p>
        </div>
      </div>
    </div>
  );
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
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
              {t(title)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Section({ section: { id, title, paragraphs, points = [], table } }: { section: LegalSection }) {
  const t = useText();
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6">
      <h2 className="h3" id={`${id}-title`}>
        {t(title)}
      </h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="soft mt-3">
          {t(paragraph, FROM_THE_BRAND)}
        </p>
      ))}
      {points.length > 0 && (
        <ul className="soft mt-3 grid list-disc gap-2 pl-5 marker:text-primary">
          {points.map((point) => (
            <li key={point}>{t(point, FROM_THE_BRAND)}</li>
          ))}
        </ul>
      )}
      {table && <StoredThings things={table} />}
    </section>
  );
}
