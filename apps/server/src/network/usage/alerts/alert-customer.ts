import { findAccountContact } from '../../../identity/index.ts';
import { findLineName } from '../../../messaging/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { GrownMonth } from '../roll-up.repository.ts';
import type { AlertDependencies } from '../usage-dependencies.ts';
import { type AlertPercent, dueAlert } from './alert.policy.ts';
import { findAtLimit, recordAlert } from './alert.repository.ts';
import { alertMail, alertText } from './usage-mail.ts';

/** A text is out of date after half a day. */
const USEFUL_SECONDS = 12 * 3600;
/** Texts cost the provider money: they are sent when little is left. */
const TEXTS_FROM: AlertPercent = 90;

/**
 * Notifies the customer of a line that has just passed a share of the month's data, each share once a month, by
 * mail and, when little is left, by text to a verified number, unless they have switched service
 * updates off. Part of the transaction that counts.
 */
export async function alertCustomer(deps: AlertDependencies, tx: Transaction, month: GrownMonth): Promise<void> {
  const { lineId, accountId, period } = month;
  const percent = dueAlert(month);
  if (percent === null || !(await recordAlert(tx, { lineId, period, percent }))) return;
  const contact = await findAccountContact(tx, accountId);
  const atLimit = await findAtLimit(tx, lineId);
  // In a month that has more data now, the same share is a new event.
  const messageKey = `usage:${lineId}:${period}:${percent}:${month.limitGb}`;
  await deps.queueEmail(tx, alertMail(month, { percent, messageKey, contact, atLimit }, deps.origin));
  if (percent < TEXTS_FROM || contact.phone === null || !(await deps.wantsServiceUpdates(tx, contact.id))) return;
  await deps.queueSms(tx, {
    userId: contact.id,
    messageKey: `${messageKey}:sms`,
    recipient: contact.phone,
    text: alertText(month, percent, { line: await findLineName(tx, lineId), atLimit }),
    usefulSeconds: USEFUL_SECONDS,
  });
}
