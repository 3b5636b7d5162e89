import type { Ticket } from '@portal/contract/support/tickets';
import { useEffect, useRef } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { ArrowLink } from '../../../../shared/ui/button/arrow-link.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { SlaLines } from './sla-lines.tsx';

/**
 * After sending: the number to quote, and when the response is due. The reader is brought to it.
 */
export function TicketSent({ ticket }: { ticket: Ticket }) {
  const t = useText();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <Panel ref={panel} className="mt-5 scroll-mt-6" tabIndex={-1} role="status">
      <p className="soft">{t('We have your ticket. Quote this number when you call:')}</p>
      <p className="fig mt-2 select-all">{ticket.number}</p>
      <div className="mt-4 grid gap-1">
        <SlaLines ticket={ticket} />
      </div>
      <p className="soft mt-3">{t('We have mailed you the number as well.')}</p>
      <ArrowLink className="mt-2" to={`/support/tickets/${ticket.id}`}>
        {t('See this ticket')}
      </ArrowLink>
    </Panel>
  );
}
