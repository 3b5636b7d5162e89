import type { RequestCallBack } from '../../channels/index.ts';
import { lockAccountPhone } from '../collections/collection-call.repository.ts';
import { findWaitingBy, insertCallBack } from './call-back.repository.ts';
import type { CallBackDependencies } from './change-call-backs.ts';

/**
 * Notes that a customer asks to be called as soon as somebody has time, in the caller's transaction. One
 * that they asked for and that is not done yet stands for both. Audited.
 */
export function createRequestCallBack(deps: Pick<CallBackDependencies, 'recordAudit'>): RequestCallBack {
  return async (tx, { accountId, personId, phone, program, requestId, now }) => {
    await lockAccountPhone(tx, accountId);
    if (await findWaitingBy(tx, accountId, personId)) return 'waiting';
    const stored = await insertCallBack(tx, {
      userId: accountId,
      dueAt: now,
      reason: 'other',
      about: `The customer asks to be called on ${phone} (${program})`,
      madeBy: personId,
      madeAt: now,
      clientRequestId: requestId,
    });
    if (!stored.isNew) return 'noted';
    await deps.recordAudit(tx, {
      actorId: personId,
      by: { kind: 'channel', program },
      action: 'call-back.request',
      subject: `customer:${accountId}`,
      before: null,
      after: { callBack: stored.id },
    });
    return 'noted';
  };
}
