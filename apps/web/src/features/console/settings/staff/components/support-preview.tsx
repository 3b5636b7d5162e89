import { settingSchemas } from '@portal/contract/platform/settings';
import { ticketCategory } from '@portal/contract/support/tickets';
import { slaDeadlines } from '@portal/kernel/support/ticket-sla';
import { now } from '../../../../../shared/format/clock.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { fill } from '../../../../../shared/i18n/translate.ts';
import { slaOf } from '../../../../support/tickets/sla-text.ts';

const REPORTED: Readonly<Record<string, string>> = {
  fault: 'A fault',
  billing: 'A question about a bill',
  account: 'A question about an account',
  other: 'Anything else',
};

/** What customers are told by the hours and times of the fields, and by when a ticket of now would be due. */
export function SupportPreview({ value }: { value: unknown }) {
  const { data: rules } = settingSchemas.support.safeParse(value);
  if (!rules) return <p className="soft">These hours and times cannot be published yet.</p>;
  return (
    <ul className="grid gap-4">
      {ticketCategory.options.map((category) => {
        const sla = slaOf(category, rules);
        const { firstResponseDueAt, resolutionDueAt } = slaDeadlines(category, now(), rules);
        return (
          <li key={category}>
            <p className="font-semibold">{REPORTED[category]}</p>
            <p>{fill(sla.text, sla.values)}</p>
            <p className="muted small">
              Reported now: first response by {formatMoment(firstResponseDueAt.toISOString())}, settled by{' '}
              {formatMoment(resolutionDueAt.toISOString())}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
