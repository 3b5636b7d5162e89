import type { TicketEscalation } from '@portal/contract/support/tickets';
import { Globe, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';

/**
 * The regulator's contacts, and what to expect of it (complaint table of the Nigerian
 * Communications Commission, 2019). `text` is the body of the mail.
 */
export function RegulatorContacts({ facts, text }: { facts: TicketEscalation; text: string }) {
  const t = useText();
  const { name, phone, email, website } = facts.regulator;
  const mail = `mailto:${email}?subject=${encodeURIComponent(t('Complaint about {provider}, ticket {number}', { provider: facts.provider.name, number: facts.number }))}&body=${encodeURIComponent(text)}`;
  return (
    <aside aria-labelledby="regulator-title">
      <h2 className="h3" id="regulator-title">
        {t('Where to turn')}
      </h2>
      <p className="soft mt-2">{name}</p>
      <ul className="mt-3 border-ink border-t">
        <Way icon={<Phone />} href={`tel:${phone}`} label={phone} note={t('Free of charge from any Nigerian line')} />
        <Way icon={<Mail />} href={mail} label={email} note={t('The facts are in the mail already')} />
        <Way icon={<Globe />} href={website} label={new URL(website).host} note={t('Opens the regulator’s own page')} />
      </ul>
      <h3 className="h4 mt-6">{t('What to expect')}</h3>
      <ul className="soft mt-2 grid list-disc gap-1.5 pl-5">
        <li>
          <Sentence
            text="You are asked for the ticket number first: {number}."
            parts={{ number: <span className="whitespace-nowrap">{facts.number}</span> }}
          />
        </li>
        {facts.category === 'fault' && (
          <li>
            {t('For faults the regulator comes back to you within 2 hours and aims at a solution within 48 hours.')}
          </li>
        )}
        <li>{t('We go on working on your ticket meanwhile. You lose nothing by turning to the regulator.')}</li>
      </ul>
    </aside>
  );
}

function Way({ icon, href, label, note }: { icon: ReactNode; href: string; label: string; note: string }) {
  return (
    <li className="border-line border-b">
      <a className="grid grid-cols-[20px_1fr] items-center gap-x-4 py-3 hover:text-primary" href={href}>
        {icon}
        <span className="min-w-0">
          <span className="semi block break-all">{label}</span>
          <span className="muted small block">{note}</span>
        </span>
      </a>
    </li>
  );
}
