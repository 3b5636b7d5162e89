import { brand } from '@portal/brand';
import { ChevronDown, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSiteText } from '../../features/console/site-texts/api/get-site-text.ts';
import { fill, phrase, type Translate } from '../../shared/i18n/translate.ts';
import { useLanguage, useText } from '../../shared/i18n/use-text.ts';
import { EmptyState } from '../../shared/ui/async/empty-state.tsx';
import { LoadingAnnouncement } from '../../shared/ui/async/loading-announcement.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { Button } from '../../shared/ui/button/button.tsx';
import { matchingQuestions, type QuestionFilter } from './matching-questions.ts';
import { type Question, questions } from './questions.ts';
import { readQuestions } from './read-questions.ts';

const CATEGORIES = [
  { id: 'all', name: phrase('All') },
  { id: 'account', name: phrase('Account') },
  { id: 'technical', name: phrase('Technical') },
  { id: 'billing', name: phrase('Billing') },
] as const;

const EVERYTHING: QuestionFilter = { words: '', category: 'all' };

/** Specification section 2: questions with search and category filters. */
export function FrequentQuestions() {
  const t = useText();
  const [filter, setFilter] = useState(EVERYTHING);
  const published = useSiteText('faq');
  const language = useLanguage();
  const own = published && readQuestions(published[language] || published.en);
  const found = matchingQuestions(own ?? questions, filter, own ? fill : t);
  if (published === undefined) {
    return (
      <LoadingAnnouncement>
        <Skeleton className="h-96 w-full" />
      </LoadingAnnouncement>
    );
  }
  return (
    <section id="faq" aria-labelledby="faq-title" className="scroll-mt-6">
      <h2 className="h2" id="faq-title">
        {t('Frequently asked questions')}
      </h2>
      <Filters filter={filter} found={found.length} onChange={setFilter} />
      {found.length === 0 ? (
        <EmptyState
          title={t('No question matches')}
          action={
            <Button variant="secondary" onClick={() => setFilter(EVERYTHING)}>
              {t('Show all questions')}
            </Button>
          }
        >
          {t('Try another word, or create a ticket below.')}
        </EmptyState>
      ) : (
        <div className="border-line border-t">
          {found.map((entry) => (
            <Entry key={entry.id} entry={entry} translate={own ? fill : t} />
          ))}
        </div>
      )}
    </section>
  );
}

type FiltersProps = {
  filter: QuestionFilter;
  /** How many questions match. */
  found: number;
  onChange: (filter: QuestionFilter) => void;
};

function Filters({ filter, found, onChange }: FiltersProps) {
  const t = useText();
  return (
    <div className="my-5 grid gap-3">
      <div className="relative">
        <Search className="pointer-events-none absolute top-3.5 left-3.5 text-ink-3" />
        <input
          type="search"
          className="input pl-11!"
          placeholder={t('Search questions')}
          aria-label={t('Search questions')}
          value={filter.words}
          onChange={(event) => onChange({ ...filter, words: event.currentTarget.value })}
        />
      </div>
      <fieldset className="chips">
        <legend className="sr-only">{t('Category')}</legend>
        {CATEGORIES.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="chip"
            aria-pressed={filter.category === id}
            onClick={() => onChange({ ...filter, category: id })}
          >
            {t(name)}
          </button>
        ))}
      </fieldset>
      <p className="sr-only" role="status">
        {filter !== EVERYTHING &&
          (found === 1 ? t('1 question found') : t('{count} questions found', { count: found }))}
      </p>
    </div>
  );
}

function Entry({ entry, translate }: { entry: Question; translate: Translate }) {
  return (
    <details id={entry.id} className="group scroll-mt-6 border-line border-b">
      <summary className="h4 grid min-h-15 cursor-pointer list-none grid-cols-[1fr_20px] items-center gap-4 py-2.5">
        <span>{unbroken(translate(entry.question))}</span>
        <ChevronDown className="text-ink-3 group-open:rotate-180" />
      </summary>
      <p className="soft max-w-[44em] pr-9 pb-4.5">{unbroken(translate(entry.answer, { phone: brand.phone.label }))}</p>
    </details>
  );
}

/** The name does not break at its hyphen, and is still found and copied as it is typed. */
function unbroken(text: string): ReactNode[] {
  return text.split(/(Wi-Fi)/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity.
      <span key={index} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  );
}
