import type {
  answerGrievance as answerEntry,
  closeGrievance as closeEntry,
  StaffGrievance,
} from '@portal/contract/identity/grievances';
import type { infer as Infer } from 'zod/mini';
import type { Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { lockAccount } from '../accounts/account.repository.ts';
import { findForStaff, saveAnswer, saveOutcome } from './grievance.repository.ts';
import { answeredLetter } from './grievance-mail.ts';
import { grievanceNumber, presentForStaff } from './present-grievance.ts';
import type { GrievanceDependencies } from './submit-grievance.ts';

type Order = { readonly id: string; readonly staffId: number };

async function getForStaff(tx: Transaction, id: string): Promise<StaffGrievance> {
  const row = isUuid(id) ? await findForStaff(tx, id) : null;
  if (!row) throw new ApiError('grievance.not-found');
  return presentForStaff(row);
}

/**
 * Answers a grievance once: mailed to its author and shown at their bell; audited without the text.
 * Throws ApiError grievance.not-found, grievance.answered.
 */
export async function answerGrievance(
  deps: GrievanceDependencies,
  { id, staffId, finding, answer }: Order & Infer<typeof answerEntry.body>,
): Promise<StaffGrievance> {
  return deps.database.transaction(async (tx) => {
    const { customer } = await getForStaff(tx, id);
    const answered = await saveAnswer(tx, id, { finding, answer, answeredBy: staffId, answeredAt: deps.clock() });
    if (!answered) throw new ApiError('grievance.answered');
    const account = await lockAccount(tx, customer.id);
    if (account) {
      await deps.queueEmail(tx, {
        category: 'account',
        userId: account.id,
        messageKey: `grievance-answered:${id}`,
        recipient: account.email,
        ...answeredLetter(answered),
        notice: {
          kind: 'grievance-answered',
          customerId: account.id,
          values: { number: grievanceNumber(answered) },
        },
      });
    }
    const after = { number: grievanceNumber(answered), finding };
    const subject = `customer:${answered.userId}`;
    await deps.recordAudit(tx, { actorId: staffId, action: 'grievance.answer', subject, before: null, after });
    return getForStaff(tx, id);
  });
}

/** Closes an answered grievance; audited. Throws ApiError grievance.not-found, grievance.not-answered. */
export async function closeGrievance(
  deps: GrievanceDependencies,
  { id, staffId, outcome }: Order & Infer<typeof closeEntry.body>,
): Promise<StaffGrievance> {
  return deps.database.transaction(async (tx) => {
    const { number, customer } = await getForStaff(tx, id);
    const isClosed = await saveOutcome(tx, id, { outcome, closedBy: staffId, closedAt: deps.clock() });
    if (!isClosed) throw new ApiError('grievance.not-answered');
    const subject = `customer:${customer.id}`;
    const after = { number, outcome };
    await deps.recordAudit(tx, { actorId: staffId, action: 'grievance.close', subject, before: null, after });
    return getForStaff(tx, id);
  });
}
