import { brand } from '@portal/brand';
import type { NoticeSubject, SettingSubject, SettingValue } from '@portal/contract/platform/settings';
import { siteTexts } from '@portal/contract/platform/site-texts';
import type { ReactNode } from 'react';
import { readSections } from '../../../../../shared/format/read-sections.ts';
import { classNames } from '../../../../../shared/ui/layout/class-names.ts';
import { SupportPreview } from './support-preview.tsx';
import { VatPreview } from './vat-preview.tsx';

type Values = Readonly<Record<string, unknown>>;

/** How customers see what the fields say now, as wide as a telephone. */
export function SettingPreview({ subject, value }: { subject: Exclude<SettingSubject, NoticeSubject>; value: Values }) {
  const text = (name: string) => String(value[name] ?? '');
  return (
    <section aria-labelledby="preview-title" className="w-full max-w-[360px] lg:sticky lg:top-6">
      <h2 className="small soft mb-2" id="preview-title">
        As customers see it
      </h2>
      <div className={classNames('panel break-words', isLong(subject) && 'max-h-[70vh] overflow-y-auto')}>
        {PREVIEWS[subject](text, value)}
      </div>
    </section>
  );
}

/** A page that is scrolled beside its fields. */
const isLong = (subject: SettingSubject) => siteTexts.some((text) => text === subject);

/** The English text in its sections. */
const pageText = (text: (name: string) => string) => {
  const sections = readSections(text('en'));
  if (sections.length === 0) return <p className="soft">The text that was installed</p>;
  return sections.map(({ id, title, paragraphs, points }) => (
    <section key={id} className="mb-4">
      <h3 className="font-semibold">{title}</h3>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-1">
          {paragraph}
        </p>
      ))}
      {points.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  ));
};

const NETWORKS = ['Facebook', 'X', 'Instagram', 'LinkedIn'] as const;

const PREVIEWS: Readonly<
  Record<Exclude<SettingSubject, NoticeSubject>, (text: (name: string) => string, value: Values) => ReactNode>
> = {
  company: (text) => (
    <>
      <p className="muted small">From</p>
      <p className="font-semibold">{text('legalName')}</p>
      <p>{[text('street'), text('district'), text('city')].join(', ')}</p>
      {text('taxId') && <p>Tax ID (TIN): {text('taxId')}</p>}
      {text('registrationNumber') && <p>Registration number: {text('registrationNumber')}</p>}
    </>
  ),
  vat: (_text, value) => <VatPreview changes={value['changes'] as SettingValue<'vat'>['changes']} />,
  contacts: (text) => (
    <>
      <p className="font-semibold">{brand.name}</p>
      <p>{text('phone')}</p>
      <p>{text('supportEmail')}</p>
      <p>{text('salesEmail')}</p>
      <p className="soft mt-2">{NETWORKS.filter((network) => text(network.toLowerCase())).join(', ')}</p>
    </>
  ),
  claims: (text) => (
    <dl className="grid grid-cols-2 gap-4">
      {(
        [
          ['Max speed', 'maxSpeed'],
          ['Uptime', 'uptime'],
          ['Support', 'support'],
          ['Users', 'users'],
          ['Cities', 'cities'],
          ['States', 'states'],
        ] as const
      ).map(([label, name]) => (
        <div key={name}>
          <dt className="muted small">{label}</dt>
          <dd className="h3">{text(name)}</dd>
        </div>
      ))}
    </dl>
  ),
  faq: pageText,
  privacy: pageText,
  terms: pageText,
  support: (_text, value) => <SupportPreview value={value} />,
  identification: (_text, value) => (
    <>
      <p className="small soft mb-2">Nothing. Staff see on the page of a customer:</p>
      <p className="semi">Who is calling?</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {(value['ways'] as SettingValue<'identification'>['ways']).map(({ name }) => (
          <li key={name} className="rounded-full border border-line-strong px-3 py-1.5">
            {name}
          </li>
        ))}
      </ul>
    </>
  ),
  limits: (text) => (
    <p>
      The invoice comes {text('invoiceDays')} days before the paid time ends. Unpaid, the line is suspended{' '}
      {text('graceDays')} days after it.
    </p>
  ),
  addresses: (text) => (
    <p>An address that a line gave back is free for another one {text('quarantineDays')} days later.</p>
  ),
  'quick-pay': (text) => (
    <>
      <p className="semi">Pay without signing in</p>
      <p className="soft mt-2">
        {text('isOn') === 'off'
          ? 'You cannot pay here at present. Sign in to pay your bill, or call us to pay for somebody else.'
          : 'Pay your own bill or somebody else’s. You need only the account number, phone or email.'}
      </p>
    </>
  ),
  'payment-time': (text) => (
    <p>
      You can promise to pay up to {text('customerPromiseDays')} days ahead, once for each bill. After a promise that
      was not kept, the next one waits {text('brokenPromiseDays')} days.
    </p>
  ),
};
