import type { StaffTicket } from '@portal/contract/support/staff-tickets';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { DescriptionList, type Fact } from '../../../../../shared/ui/layout/description-list.tsx';

function met(at: string | null, by: string | null): string {
  if (at === null) return 'Not yet';
  const late = by !== null && new Date(at) > new Date(by);
  return `${formatMoment(at)}${late ? ', late' : ''}`;
}

/** The SLA of this kind of report, and whether it was met. */
export function SlaFacts({ ticket: { sla, createdAt } }: { ticket: StaffTicket }) {
  const { firstResponseDueAt, firstResponseAt, resolutionDueAt, resolvedAt, canEscalate } = sla;
  const facts: Fact[] = [{ label: 'Reported', value: formatMoment(createdAt) }];
  if (firstResponseDueAt) facts.push({ label: 'First response due', value: formatMoment(firstResponseDueAt) });
  facts.push({ label: 'First response', value: met(firstResponseAt, firstResponseDueAt) });
  if (resolutionDueAt) facts.push({ label: 'Resolution due', value: formatMoment(resolutionDueAt) });
  facts.push({ label: 'Resolved', value: met(resolvedAt, resolutionDueAt) });
  return (
    <>
      <DescriptionList className="small" facts={facts} />
      {canEscalate && (
        <p className="small mt-3 text-bad">
          The SLA was missed. The customer can see this and may take it to the regulator.
        </p>
      )}
    </>
  );
}
