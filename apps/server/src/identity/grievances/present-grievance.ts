import type { Grievance, StaffGrievance } from '@portal/contract/identity/grievances';
import type { GrievanceRow, StaffGrievanceRow } from './grievance.repository.ts';

/** G-000123, which people quote. */
export function grievanceNumber({ number }: Pick<GrievanceRow, 'number'>): string {
  return `G-${String(number).padStart(6, '0')}`;
}

/** A grievance as its author sees it. */
export function presentGrievance(row: GrievanceRow): Grievance {
  const { id, what, since, wanted, status, finding, answer } = row;
  return {
    id,
    number: grievanceNumber(row),
    what,
    since,
    wanted,
    status,
    receivedAt: row.receivedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    finding,
    answer,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

/** The same as staff see it. */
export function presentForStaff({ grievance, customerName, answererName }: StaffGrievanceRow): StaffGrievance {
  return {
    ...presentGrievance(grievance),
    customer: { id: grievance.userId, name: customerName },
    answeredBy: grievance.answeredBy === null ? null : answererName,
    outcome: grievance.outcome,
  };
}
