import type { TicketEscalation } from '@portal/contract/support/tickets';
import { Check, Copy, Printer } from 'lucide-react';
import { formatDateTime } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import '../../../../shared/ui/layout/printed-sheet.css';
import { ticketCategories } from '../../../../shared/format/ticket-category.ts';
import { useClipboard } from '../../../../shared/ui/hooks/use-clipboard.ts';
import { escalationText, eventLabel, missedLabel } from '../escalation-text.ts';
import { RegulatorContacts } from './regulator-contacts.tsx';

/** The facts that the regulator requires, to print or to copy, and its contacts. */
export function EscalationSheet({ facts }: { facts: TicketEscalation }) {
  const t = useText();
  const text = escalationText(facts, t);
  const { copied, copy } = useClipboard();
  async function copyFacts() {
    if (await copy(text)) toast({ title: t('Copied!'), description: t('The facts are ready to paste.') });
  }
  return (
    <>
      <div className="no-print mt-6 flex flex-wrap gap-3">
        <Button onClick={() => void copyFacts()}>
          {copied ? <Check /> : <Copy />}
          {copied ? t('Copied') : t('Copy as text')}
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer />
          {t('Print')}
        </Button>
      </div>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_360px] lg:gap-16">
        <Panel className="printed-sheet grid min-w-0 gap-7 md:p-8!">
          <Facts facts={facts} />
          <Missed facts={facts} />
          <History facts={facts} />
        </Panel>
        <RegulatorContacts facts={facts} text={text} />
      </div>
    </>
  );
}

function Facts({ facts }: { facts: TicketEscalation }) {
  const t = useText();
  const { provider } = facts;
  return (
    <section aria-labelledby="facts-title">
      <h2 className="h3" id="facts-title">
        {t('The facts')}
      </h2>
      <DescriptionList
        className="mt-4"
        facts={[
          { label: t('Ticket'), value: <span className="select-all">{facts.number}</span> },
          { label: t('Customer'), value: facts.customerName },
          { label: t('Subject'), value: <span className="break-words">{facts.title}</span> },
          { label: t('About'), value: t(ticketCategories[facts.category]) },
          { label: t('Created'), value: formatDateTime(facts.createdAt) },
        ]}
      />
      <address className="soft small mt-5 not-italic">
        <span className="semi text-ink">{provider.name}</span>
        <br />
        {provider.address}
        <br />
        {provider.phone}, {provider.email}
      </address>
    </section>
  );
}

function Missed({ facts }: { facts: TicketEscalation }) {
  const t = useText();
  return (
    <section aria-labelledby="missed-title" className="border-line border-t pt-6">
      <h2 className="h3" id="missed-title">
        {t('What was promised')}
      </h2>
      <ul className="mt-3 grid gap-2">
        {facts.missed.map((sla) => (
          <li key={sla.what}>{missedLabel(sla, t)}</li>
        ))}
      </ul>
    </section>
  );
}

function History({ facts }: { facts: TicketEscalation }) {
  const t = useText();
  return (
    <section aria-labelledby="history-title" className="border-line border-t pt-6">
      <h2 className="h3" id="history-title">
        {t('What happened')}
      </h2>
      <ol className="mt-3 grid gap-2">
        {facts.history.map(({ at, what }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the events have no identity but their place, and the list never changes order.
          <li key={index} className="grid gap-x-6 sm:grid-cols-[200px_1fr]">
            <time className="muted" dateTime={at}>
              {formatDateTime(at)}
            </time>
            <span>{t(eventLabel(what))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
