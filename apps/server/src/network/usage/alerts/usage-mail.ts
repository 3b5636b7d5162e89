import { brand } from '@portal/brand';
import type { Mail } from '@portal/kernel/messaging/mail';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import type { GrownMonth } from '../roll-up.repository.ts';
import type { AlertPercent } from './alert.policy.ts';

const SUBJECTS: Readonly<Record<AlertPercent, MessageDescriptor>> = {
  75: defineMessage('You have used {percent}% of this month’s data', { percent: '75' }),
  90: defineMessage('You have used {percent}% of this month’s data', { percent: '90' }),
  100: defineMessage('You have used all of this month’s data'),
};

function countedOf(month: GrownMonth) {
  return { used: `${month.usedGb.toFixed(2)} GB`, limit: `${month.limitGb ?? 0} GB` };
}

/** The mail that names the share of the month's data that is used. */
export function alertMail(
  month: GrownMonth,
  alert: {
    readonly percent: AlertPercent;
    readonly messageKey: string;
    readonly contact: { readonly id: number; readonly email: string };
  },
  origin: string,
): Mail {
  const { used, limit } = countedOf(month);
  return {
    category: 'service',
    userId: alert.contact.id,
    messageKey: alert.messageKey,
    recipient: alert.contact.email,
    subject: SUBJECTS[alert.percent],
    parts: [
      defineMessage('This is what the network has counted for your line since the first day of the month:'),
      {
        facts: [
          { label: defineMessage('Used'), value: used },
          { label: defineMessage('Data of this month'), value: limit },
        ],
      },
      defineMessage('If it will not last to the end of the month, you can add a data bundle or choose a larger plan.'),
      { button: { label: defineMessage('Add data'), href: `${origin}/dashboard?add=data` } },
    ],
    notice: {
      kind: 'usage-reached',
      customerId: month.accountId,
      lineId: month.lineId,
      values: {
        percent: String(alert.percent),
        used,
        limit,
      },
    },
  };
}

/** The same as a text message; `line` is its name where the account has several. */
export function alertText(month: GrownMonth, percent: AlertPercent, line: string | null): MessageDescriptor {
  const { limit } = countedOf(month);
  const values = {
    brand: brand.name,
    used: month.usedGb.toFixed(2),
    limit: line === null ? limit : `${limit} (${line})`,
  };
  return percent === 100
    ? defineMessage('{brand}: You have used all of this month’s data: {used} of {limit}.', values)
    : defineMessage('{brand}: You have used {percent}% of this month’s data: {used} of {limit}.', {
        ...values,
        percent: String(percent),
      });
}
