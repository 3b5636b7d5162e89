import { type Grievance, type GrievanceForm, MOST_OPEN_GRIEVANCES } from '@portal/contract/identity/grievances';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import { DAY_MS } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { lockAccount } from '../accounts/account.repository.ts';
import { countUnanswered, findGrievanceByClientId, insertGrievance } from './grievance.repository.ts';
import { receivedLetter } from './grievance-mail.ts';
import { presentGrievance } from './present-grievance.ts';

export type GrievanceDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  /** Within how many days a grievance is answered. */
  readonly answerDays: number;
};

/**
 * Takes a grievance, with its number and the day of the answer, and confirms it by mail. The same
 * `clientGrievanceId` again is the same grievance. Throws ApiError grievance.too-many.
 */
export async function submitGrievance(
  deps: GrievanceDependencies,
  userId: number,
  form: GrievanceForm,
): Promise<Grievance> {
  return deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) throw new ApiError('session.missing');
    const stored = await findGrievanceByClientId(tx, userId, form.clientGrievanceId);
    if (stored) return presentGrievance(stored);
    if ((await countUnanswered(tx, userId)) >= MOST_OPEN_GRIEVANCES) throw new ApiError('grievance.too-many');
    const receivedAt = deps.clock();
    const dueAt = new Date(receivedAt.getTime() + deps.answerDays * DAY_MS);
    const grievance = await insertGrievance(tx, { ...form, userId, receivedAt, dueAt });
    await deps.queueEmail(tx, {
      category: 'account',
      userId,
      messageKey: `grievance:${grievance.id}`,
      recipient: account.email,
      ...receivedLetter(grievance),
    });
    return presentGrievance(grievance);
  });
}
