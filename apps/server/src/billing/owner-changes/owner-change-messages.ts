import { brand } from '@portal/brand';
import { formatLagosDay } from '@portal/kernel/calendar';
import type { MailPart } from '@portal/kernel/messaging/mail';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';

type Offered = { readonly lines: string; readonly expiresAt: Date };
type Letter = { readonly subject: MessageDescriptor; readonly parts: readonly MailPart[] };

const valuesOf = ({ lines, expiresAt }: Offered) => ({
  line: lines,
  day: formatLagosDay(expiresAt),
  brand: brand.name,
});

/** To the new owner. */
export function offerLetter(offered: Offered, url: string): Letter {
  const values = valuesOf(offered);
  return {
    subject: defineMessage('A {brand} line for you', values),
    parts: [
      defineMessage(
        'Its present owner wants you to have the line {line}. Look at what goes along with it, and take it over or decline.',
        values,
      ),
      { button: { label: defineMessage('Look at the line'), href: url } },
      defineMessage(
        'The link works once, until {day}. Sign in with your account, or open one, to take the line over. Until then nothing changes.',
        values,
      ),
    ],
  };
}

export function offerText(offered: Offered, url: string): MessageDescriptor {
  return defineMessage('{brand}: the line {line} is to be yours. Take it over or decline until {day}: {url}', {
    ...valuesOf(offered),
    url,
  });
}

/** To the present owner. */
export function stopLetter(offered: Offered, url: string): Letter {
  const values = valuesOf(offered);
  return {
    subject: defineMessage('Your line {line} is to have another owner', values),
    parts: [
      defineMessage(
        'As we were asked: the line {line} leaves your account once its new owner accepts, until {day}. Its paid time goes along; your bills, credit and payments stay with you.',
        values,
      ),
      defineMessage('If you did not ask for this, stop it.'),
      { button: { label: defineMessage('Stop the change of owner'), href: url } },
    ],
  };
}

export function stopText(offered: Offered, url: string): MessageDescriptor {
  return defineMessage(
    '{brand}: your line {line} is to have another owner. If you did not ask for this, stop it: {url}',
    {
      ...valuesOf(offered),
      url,
    },
  );
}
