import type { InvoiceSummary } from '@portal/contract/billing/invoices';
import { Download } from 'lucide-react';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { documentAddress } from '../../invoices/invoice-status.ts';

type Registration = NonNullable<InvoiceSummary['registration']>;
type Lack = NonNullable<Registration['lacks']>;

/** How an invoice stands at the tax authority: a refusal is ours to mend, so it too is being registered. */
export function InvoiceRegistration({ number, registration }: { number: string; registration: Registration }) {
  const t = useText();
  const { status, irn } = registration;
  if (status !== 'registered' || irn === null) return <p>{t('Being registered with the tax authority')}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="wrap-anywhere min-w-0">{t('Registered with the tax authority: {number}', { number: irn })}</span>
      <a
        className="link -my-3 inline-flex min-h-11 items-center gap-1.5"
        href={documentAddress(number, 'invoice.xml')}
        download
        aria-label={t('{number} as XML', { number })}
      >
        <Download className="icon-small" />
        {t('XML')}
      </a>
    </p>
  );
}

const LACKS: Readonly<Record<Lack, string>> = {
  name: phrase('Your invoice waits for a company name of at most 100 characters. Change it here.'),
  taxId: phrase('Your invoice waits for your Tax ID (TIN). Add it here.'),
  address: phrase('Your invoice waits for your address: a street and, after a comma, a town. Add it here.'),
  email: phrase('Your invoice waits for your email address. Add it to your profile.'),
  phone: phrase('Your invoice waits for your telephone number. Add it to your profile.'),
};

/** What a business has to complete before the tax authority takes its invoice. */
export function MissingDetail({ lacks }: { lacks: Lack }) {
  const t = useText();
  return (
    <Alert kind="warn" className="mb-4">
      <p className="semi">{t(LACKS[lacks])}</p>
      <p>{t('We then register the invoice with the tax authority and send it to you. You can pay it already.')}</p>
      {(lacks === 'email' || lacks === 'phone') && (
        <PageLink className="link inline-flex min-h-11 items-center" to="/profile">
          {t('Open my profile')}
        </PageLink>
      )}
    </Alert>
  );
}
