import { brand } from '@portal/brand';
import type { Mail } from '@portal/kernel/mail';
import type { Transaction } from '../../database/connection.ts';
import { type AlertPercent, dueAlert } from './alert.policy.ts';
import { findContact, noteAlert } from './alert.repository.ts';
import type { GrownMonth } from './roll-up.repository.ts';
import type { AlertParts } from './usage-parts.port.ts';

/** A text of which nobody has heard for half a day is news no more. */
const USEFUL_SECONDS = 12 * 3600;
/** Texts cost the provider money: they are for when little is left. */
const TEXTS_FROM: AlertPercent = 90;

const SUBJECTS: Readonly<Record<AlertPercent, string>> = {
  75: 'You have used 75% of this month’s data',
  90: 'You have used 90% of this month’s data',
  100: 'You have used all of this month’s data',
};

function alertMail(
  month: GrownMonth,
  alert: { readonly percent: AlertPercent; readonly messageKey: string; readonly recipient: string },
  origin: string,
): Mail {
  return {
    category: 'service',
    userId: month.userId,
    messageKey: alert.messageKey,
    recipient: alert.recipient,
    subject: SUBJECTS[alert.percent],
    parts: [
      'This is what the network has counted for your line since the first day of the month:',
      {
        facts: [
          { label: 'Used', value: `${month.usedGb.toFixed(2)} GB` },
          { label: 'Data of this month', value: `${month.limitGb ?? 0} GB` },
        ],
      },
      'If it will not last to the end of the month, you can add a data bundle or choose a larger plan.',
      { button: { label: 'Add data', href: `${origin}/dashboard?add=data` } },
    ],
    notice: {
      kind: 'usage-reached',
      customerId: month.userId,
      values: {
        percent: String(alert.percent),
        used: `${month.usedGb.toFixed(2)} GB`,
        limit: `${month.limitGb ?? 0} GB`,
      },
    },
  };
}

/**
 * Tells a customer of a share of the month's data that they have just passed, each share once a month, by mail and, when little is left, by text to a verified number. Who does not want
 * service updates is not told. Part of the transaction that counts.
 */
export async function alertCustomer(parts: AlertParts, tx: Transaction, month: GrownMonth): Promise<void> {
  const { userId, period } = month;
  const percent = dueAlert(month);
  if (percent === null || !(await noteAlert(tx, { userId, period, percent }))) return;
  const contact = await findContact(tx, userId);
  if (!contact) return;
  // Of a month that has more data now, the same share is news again.
  const messageKey = `usage:${userId}:${period}:${percent}:${month.limitGb}`;
  await parts.queueEmail(tx, alertMail(month, { percent, messageKey, recipient: contact.email }, parts.origin));
  if (percent < TEXTS_FROM || contact.phone === null || !(await parts.wantsServiceUpdates(tx, userId))) return;
  await parts.queueSms(tx, {
    messageKey: `${messageKey}:sms`,
    recipient: contact.phone,
    text: `${brand.name}: ${SUBJECTS[percent]}: ${month.usedGb.toFixed(2)} of ${month.limitGb ?? 0} GB.`,
    usefulSeconds: USEFUL_SECONDS,
  });
}
