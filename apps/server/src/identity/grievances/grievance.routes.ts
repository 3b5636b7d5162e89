import {
  answerGrievance as answerEntry,
  closeGrievance as closeEntry,
  listGrievances,
  listStaffGrievances,
  submitGrievance as submitEntry,
} from '@portal/contract/identity/grievances';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { answerGrievance, closeGrievance } from './answer-grievance.ts';
import { readGrievances, readGrievancesOfState } from './read-grievances.ts';
import { type GrievanceDependencies, submitGrievance } from './submit-grievance.ts';

/** Grievances about personal data: of the person of the session, and all of them for staff. */
export function registerGrievances(routes: Routes, deps: GrievanceDependencies): void {
  const { database } = deps;

  routes.serve(listGrievances, async ({ viewer }) => ({
    answerDays: deps.answerDays,
    grievances: await readGrievances(database, viewer.user.id),
  }));

  routes.serve(submitEntry, async ({ viewer, body }) => ({
    success: true as const,
    message: 'We have your grievance and answer it.',
    grievance: await submitGrievance(deps, viewer.user.id, body),
  }));

  routes.serve(listStaffGrievances, async ({ query }) => readGrievancesOfState(database, query));

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
