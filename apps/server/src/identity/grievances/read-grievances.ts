import type { Grievance, grievanceStates, StaffGrievance } from '@portal/contract/identity/grievances';
import type { Database } from '../../platform/database/connection.ts';
import { listByStatus, listGrievancesOf } from './grievance.repository.ts';
import { presentForStaff, presentGrievance } from './present-grievance.ts';

const PAGE_SIZE = 50;
/** All that can be waiting. */
const MOST_TO_ANSWER = 500;

/** A person's grievances, the newest first. */
export async function readGrievances(database: Database, userId: number): Promise<Grievance[]> {
  return (await listGrievancesOf(database, userId)).map(presentGrievance);
}

/** Those of one state: to be answered all, the most urgent first; else fifty below the number `before`. */
export async function readGrievancesOfState(
  database: Database,
  page: { readonly status?: (typeof grievanceStates)[number] | undefined; readonly before?: number | undefined },
): Promise<StaffGrievance[]> {
  const { status = 'received', before = null } = page;
  const limit = status === 'received' ? MOST_TO_ANSWER : PAGE_SIZE;
  return (await listByStatus(database, { status, before, limit })).map(presentForStaff);
}
