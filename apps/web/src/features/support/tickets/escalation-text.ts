import type { TicketEscalation } from '@portal/contract/support/tickets';
import { formatDateTime } from '../../../shared/format/date.ts';
import { ticketCategories } from '../../../shared/format/ticket-category.ts';
import { phrase, type Translate } from '../../../shared/i18n/translate.ts';

type Missed = TicketEscalation['missed'][number];

const EVENTS: Readonly<Record<TicketEscalation['history'][number]['what'], string>> = {
  opened: phrase('Ticket created'),
  'customer-wrote': phrase('Customer wrote'),
  'staff-wrote': phrase('Provider answered'),
  resolved: phrase('Marked as resolved'),
};

/** One event, in words. */
export function eventLabel(what: TicketEscalation['history'][number]['what']): string {
  return EVENTS[what];
}

/** The deadlines and whether they were met; without "we", because a customer sends it on. */
export function missedLabel({ what, dueAt, metAt }: Missed, t: Translate): string {
  const times = { by: formatDateTime(dueAt), at: metAt ? formatDateTime(metAt) : '' };
  if (what === 'first-response') {
    return metAt
      ? t('Contact was promised by {by} and came on {at}.', times)
      : t('Contact was promised by {by} and has not come.', times);
  }
  return metAt
    ? t('A solution was promised by {by} and came on {at}.', times)
    : t('A solution was promised by {by} and has not come.', times);
}

/** All the facts as plain text, to be pasted into a letter or the regulator's form. */
export function escalationText(facts: TicketEscalation, t: Translate): string {
  const { number, title, category, customerName, provider, createdAt, missed, history } = facts;
  return [
    t('Complaint about {provider}, ticket {number}', { provider: provider.name, number }),
    '',
    `${t('Customer')}: ${customerName}`,
    `${t('Subject')}: ${title}`,
    `${t('About')}: ${t(ticketCategories[category])}`,
    `${t('Created')}: ${formatDateTime(createdAt)}`,
    `${t('Provider')}: ${provider.name}, ${provider.address}, ${provider.phone}, ${provider.email}`,
    '',
    ...missed.map((deadline) => missedLabel(deadline, t)),
    '',
    ...history.map(({ at, what }) => `${formatDateTime(at)}: ${t(EVENTS[what])}`),
  ].join('\n');
}
