import type { StaffTicket } from '@portal/contract/support/staff-tickets';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { type Fact, RuledList } from '../../../../../shared/ui/ruled-list.tsx';

function kept(at: string | null, by: string | null): string {
  if (at === null) return 'Not yet';
  const late = by !== null && new Date(at) > new Date(by);
  return `${formatMoment(at)}${late ? ', late' : ''}`;
}

/** What was promised for this kind of report, and how it was kept. */
export function PromiseFacts({ ticket: { promise, createdAt } }: { ticket: StaffTicket }) {
  const { contactBy, contactedAt, resolveBy, resolvedAt, canEscalate } = promise;
  const facts: Fact[] = [{ label: 'Reported', value: formatMoment(createdAt) }];
  if (contactBy) facts.push({ label: 'Contact by', value: formatMoment(contactBy) });
  facts.push({ label: 'Contacted', value: kept(contactedAt, contactBy) });
  if (resolveBy) facts.push({ label: 'Solution by', value: formatMoment(resolveBy) });
  facts.push({ label: 'Resolved', value: kept(resolvedAt, resolveBy) });
  return (
    <>
      <RuledList className="small" facts={facts} />
      {canEscalate && (
        <p className="small mt-3 text-bad">
          A promise was missed. The customer can see this and may take it to the regulator.
        </p>
      )}
    </>
  );
}
