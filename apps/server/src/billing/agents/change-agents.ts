import type { Kobo } from '@portal/kernel/money';
import { emailKey, recordAudit } from '../../identity/index.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { type AgentRow, findSeller, insertAgent, lockAgent, updateAgent } from './agent.repository.ts';

type AgentForm = {
  readonly name: string;
  readonly phone: string | null;
  readonly creditLimit: Kobo | null;
  readonly commissionBasisPoints: number;
};

const formOf = ({ name, phone, creditLimit, commissionBasisPoints }: AgentForm) => ({
  name,
  phone,
  creditLimit,
  commissionBasisPoints,
});

/**
 * Adds an agent: with somebody who sells at the agents' counter, by their email address, or without, for one
 * who sells vouchers alone. Audited. Throws agent.not-staff, agent.seller-taken.
 */
export async function addAgent(
  deps: BillingDependencies,
  form: AgentForm & { readonly email: string | null; readonly staffId: number },
): Promise<AgentRow> {
  return runTransaction(deps.database, async (tx) => {
    const sellerId = form.email === null ? null : await findSeller(tx, emailKey(form.email));
    if (form.email !== null && sellerId === null) {
      const { message } = new ApiError('agent.not-staff');
      throw new ApiError('agent.not-staff', { errors: { email: message } });
    }
    const values = { ...formOf(form), staffId: sellerId, createdBy: form.staffId, createdAt: deps.clock() };
    const agent = await insertAgent(tx, values);
    if (!agent) throw new ApiError('agent.seller-taken');
    await recordAudit(tx, {
      actorId: form.staffId,
      action: 'agent.add',
      subject: `agent:${agent.id}`,
      before: null,
      after: { ...formOf(form), seller: sellerId },
    });
    return agent;
  });
}

/** Changes an agent, or stops one; what was sold stays as it was. Audited. Throws agent.not-found. */
export async function changeAgent(
  deps: BillingDependencies,
  change: AgentForm & { readonly id: number; readonly isOn: boolean; readonly staffId: number },
): Promise<void> {
  await runTransaction(deps.database, async (tx) => {
    const before = await lockAgent(tx, change.id);
    if (before?.kind !== 'agent') throw new ApiError('agent.not-found');
    const stoppedAt = change.isOn ? null : (before.stoppedAt ?? deps.clock());
    await updateAgent(tx, change.id, { ...formOf(change), stoppedAt });
    await recordAudit(tx, {
      actorId: change.staffId,
      action: 'agent.change',
      subject: `agent:${change.id}`,
      before: { ...formOf(before), isOn: before.stoppedAt === null },
      after: { ...formOf(change), isOn: change.isOn },
    });
  });
}
