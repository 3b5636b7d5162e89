import { brand } from '@portal/brand';
import { formatLagosDay } from '@portal/kernel/calendar';
import type { Mail } from '@portal/kernel/messaging/mail';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import { factOfPaper } from './paper-names.ts';
import { messageKeyOf, type SendingRow } from './sending.repository.ts';

const SENDING = 'SND-';

/** What a mail has attached for a sending, as the outbox names it. */
const attachedFor = (id: number): string => `${SENDING}${id}`;

/** The sending that a mail has attached; null where it has an invoice. */
export function sendingOf(attached: string): number | null {
  return attached.startsWith(SENDING) ? Number(attached.slice(SENDING.length)) : null;
}

/**
 * The mail of a sending, its documents attached. To the customer it is in their language; to somebody
 * else in English, as the documents are, and says at whose request it comes.
 */
export function sendingMail({ id, userId, papers, recipient, toOther }: SendingRow, customerName: string): Mail {
  const facts = { facts: papers.map(factOfPaper) };
  const form = { category: 'account' as const, messageKey: messageKeyOf(id), recipient, attached: attachedFor(id) };
  const values = { brand: brand.name, customer: customerName };
  if (!toOther) {
    return {
      ...form,
      userId,
      subject: defineMessage('Your documents from {brand}', values),
      parts: [defineMessage('Here are the documents that you asked us for. They are attached to this mail.'), facts],
    };
  }
  return {
    ...form,
    subject: defineMessage('Documents of {customer}, from {brand}', values),
    parts: [
      defineMessage('{brand} sends you the attached documents at the request of its customer {customer}.', values),
      facts,
      defineMessage(
        'Your address is used for this mail alone. If you did not expect it, please delete it and tell us.',
      ),
    ],
  };
}

/** The text with a link. */
export function sendingText(url: string, expiresAt: Date): MessageDescriptor {
  return defineMessage('{brand}: the documents you asked for, until {day}: {url}', {
    brand: brand.name,
    day: formatLagosDay(expiresAt),
    url,
  });
}
