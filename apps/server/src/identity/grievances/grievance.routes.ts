import {
  answerGrievance as answerEntry,
  closeGrievance as closeEntry,
  listGrievances,
  listStaffGrievances,
  submitGrievance as submitEntry,
} from '@portal/contract/identity/grievances';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { answerGrievance, closeGrievance } from './answer-grievance.ts';
import { listByStatus, listGrievancesOf } from './grievance.repository.ts';
import { presentForStaff, presentGrievance } from './present-grievance.ts';
import { type GrievanceDependencies, submitGrievance } from './submit-grievance.ts';

const PAGE_SIZE = 50;
/** All that can be waiting. */
const MOST_TO_ANSWER = 500;

/** Grievances about personal data: of the person of the session, and all of them for staff. */
export function registerGrievances(routes: Routes, deps: GrievanceDependencies): void {
  const { database } = deps;

  routes.serve(listGrievances, async ({ viewer }) => ({
    answerDays: deps.answerDays,
    grievances: (await listGrievancesOf(database, viewer.user.id)).map(presentGrievance),
  }));

  routes.serve(submitEntry, async ({ viewer, body }) => ({
    success: true as const,
    message: 'We have your grievance and answer it.',
    grievance: await submitGrievance(deps, viewer.user.id, body),
  }));

  routes.serve(listStaffGrievances, async ({ query: { status = 'received', before = null } }) => {
    const limit = status === 'received' ? MOST_TO_ANSWER : PAGE_SIZE;
    return (await listByStatus(database, { status, before, limit })).map(presentForStaff);
  });

  routes.serve(answerEntry, async ({ viewer, params, body }) => ({
    success: true as const,
    message: 'The answer is on its way.',
    grievance: await answerGrievance(deps, { ...body, id: params.id, staffId: viewer.user.id }),
  }));

  routes.serve(closeEntry, async ({ viewer, params, body }) => ({
    success: true as const,
    message: 'The grievance is closed.',
    grievance: await closeGrievance(deps, { ...body, id: params.id, staffId: viewer.user.id }),
  }));
}
