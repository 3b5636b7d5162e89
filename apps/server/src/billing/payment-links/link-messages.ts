import { brand } from '@portal/brand';
import { formatLagosDay } from '@portal/kernel/calendar';
import type { MailPart } from '@portal/kernel/messaging/mail';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import { formatNaira } from '@portal/kernel/money';
import type { PaymentLinkRow } from './payment-link.repository.ts';

/** The mail with a link. */
export function linkLetter(
  { amount, label, expiresAt }: PaymentLinkRow,
  url: string,
): { readonly subject: MessageDescriptor; readonly parts: readonly MailPart[] } {
  const values = { amount: formatNaira(amount), label, day: formatLagosDay(expiresAt) };
  return {
    subject: defineMessage('Pay {brand} by link', { brand: brand.name }),
    parts: [
      defineMessage('You can pay {amount} for {label} with this link, without signing in.', values),
      { button: { label: defineMessage('Pay {amount}', values), href: url } },
      defineMessage(
        'It works once, until {day}. Anybody may pay with it for you; it shows your first name and the end of your account number, and nothing else about you.',
        values,
      ),
    ],
  };
}

/** The text with a link. */
export function linkText({ amount, expiresAt }: PaymentLinkRow, url: string): MessageDescriptor {
  return defineMessage('{brand}: pay {amount} here, once, until {day}: {url}', {
    brand: brand.name,
    amount: formatNaira(amount),
    day: formatLagosDay(expiresAt),
    url,
  });
}
