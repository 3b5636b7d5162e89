import { brand } from '@portal/brand';
import type { AtLimit } from '@portal/contract/catalogue/plans';
import { formatLagosDay, lagosMidnight } from '@portal/kernel/calendar';
import type { Mail } from '@portal/kernel/messaging/mail';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import type { GrownMonth } from '../roll-up.repository.ts';
import { daysOfPeriod } from '../usage.policy.ts';
import type { AlertPercent } from './alert.policy.ts';

const SUBJECTS: Readonly<Record<AlertPercent, MessageDescriptor>> = {
  75: defineMessage('You have used {percent}% of this month’s data', { percent: '75' }),
  90: defineMessage('You have used {percent}% of this month’s data', { percent: '90' }),
  100: defineMessage('You have used all of this month’s data'),
};

/** What the plan does once the data are used up, until the month ends; null where that is nothing. */
function sayAtLimit(isReached: boolean, rule: AtLimit | null, period: string): MessageDescriptor | null {
  const until = formatLagosDay(lagosMidnight(daysOfPeriod(period).before));
  if (rule?.do === 'stop') {
    return isReached
      ? defineMessage(
          'Until {until} your line reaches only this portal with its payment pages. Adding data opens it again at once.',
          { until },
        )
      : defineMessage(
          'Once all of it is used, your line reaches only this portal with its payment pages until {until}.',
          { until },
        );
  }
  if (rule?.do !== 'slower') return null;
  const values = { down: String(rule.downloadMbps), up: String(rule.uploadMbps), until };
  return isReached
    ? defineMessage(
        'Until {until} your line runs at {down} Mbps down and {up} Mbps up. Adding data brings its full speed back at once.',
        values,
      )
    : defineMessage(
        'Once all of it is used, your line runs at {down} Mbps down and {up} Mbps up until {until}.',
        values,
      );
}

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
    readonly atLimit: AtLimit | null;
  },
  origin: string,
): Mail {
  const { used, limit } = countedOf(month);
  const rule = sayAtLimit(alert.percent === 100, alert.atLimit, month.period);
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
      ...(rule ? [rule] : []),
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
export function alertText(
  month: GrownMonth,
  percent: AlertPercent,
  { line, atLimit }: { readonly line: string | null; readonly atLimit: AtLimit | null },
): MessageDescriptor {
  const { limit } = countedOf(month);
  const values = {
    brand: brand.name,
    used: month.usedGb.toFixed(2),
    limit: line === null ? limit : `${limit} (${line})`,
  };
  if (percent === 100 && atLimit?.do === 'slower') {
    return defineMessage(
      '{brand}: All of this month’s data are used: {used} of {limit}. Your line is slower now: {down} Mbps. Add data in the portal.',
      { ...values, down: String(atLimit.downloadMbps) },
    );
  }
  if (percent === 100 && atLimit?.do === 'stop') {
    return defineMessage(
      '{brand}: All of this month’s data are used: {used} of {limit}. Your line reaches only the portal now. Add data there.',
      values,
    );
  }
  return percent === 100
    ? defineMessage('{brand}: You have used all of this month’s data: {used} of {limit}.', values)
    : defineMessage('{brand}: You have used {percent}% of this month’s data: {used} of {limit}.', {
        ...values,
        percent: String(percent),
      });
}
