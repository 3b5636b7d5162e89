import type { Holding } from '@portal/contract/identity/privacy';
import { Fragment } from 'react';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { BASIS_LABELS, KIND_LABELS, PURPOSE_LABELS } from '../privacy-labels.ts';

/** What is held about the customer, and why, as the database's tables declare it. */
export function HoldingsPanel({ holdings }: { holdings: readonly Holding[] }) {
  const t = useText();
  return (
    <section aria-labelledby="holdings-heading" className="border-ink border-t pt-5">
      <h2 className="h3" id="holdings-heading">
        {t('What we hold about you')}
      </h2>
      <p className="soft mt-1">{t('And why, and for how long, under the Nigeria Data Protection Act 2023.')}</p>
      <ul className="rows mt-5">
        {holdings.map((holding) => (
          <li key={holding.purpose} className="grid gap-x-8 gap-y-2 py-4 sm:grid-cols-[2fr_3fr]">
            <div>
              <h3 className="semi">{t(PURPOSE_LABELS[holding.purpose].title)}</h3>
              <p className="soft small">{t(PURPOSE_LABELS[holding.purpose].text)}</p>
            </div>
            <dl className="small grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1">
              {factsOf(t, holding).map(({ label, value }) => (
                <Fragment key={label}>
                  <dt className="muted whitespace-nowrap">{label}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </Fragment>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 'Names, contact details': only the first begins with a capital letter. */
function listed([first = '', ...others]: readonly string[]): string {
  return [first, ...others.map((name) => name.charAt(0).toLowerCase() + name.slice(1))].join(', ');
}

function factsOf(t: Translate, { kinds, basis, months, afterDeletion }: Holding) {
  return [
    ...(kinds.length > 0 ? [{ label: t('Includes'), value: listed(kinds.map((kind) => t(KIND_LABELS[kind]))) }] : []),
    { label: t('Why'), value: t(BASIS_LABELS[basis]) },
    {
      label: t('How long'),
      value: months === null ? t('As long as you are our customer') : t('Up to {months} months', { months }),
    },
    {
      label: t('When you leave'),
      value: afterDeletion === 'gone' ? t('It goes with your account') : t('Some of it stays, without your name'),
    },
  ];
}
