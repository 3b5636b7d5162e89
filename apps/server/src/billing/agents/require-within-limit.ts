import { addKobo, type Kobo, nairaFromKobo, negateKobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { sumAccount } from '../ledger/ledger.repository.ts';
import type { AgentRow } from './agent.repository.ts';

/** For how much more an agent may owe; null without a limit. */
export function leftOf({ creditLimit }: Pick<AgentRow, 'creditLimit'>, owesKobo: Kobo): Kobo | null {
  return creditLimit === null ? null : toKobo(Math.max(0, creditLimit - owesKobo));
}

/**
 * Throws agent.over-limit, with what is left, where an agent who owes that much more would owe more than
 * they may. In a transaction that holds the agent.
 */
export async function requireWithinLimit(tx: Transaction, agent: AgentRow, moreKobo: Kobo): Promise<void> {
  const { creditLimit } = agent;
  if (creditLimit === null || moreKobo <= 0) return;
  const owesKobo = await sumAccount(tx, `agent:${agent.id}`);
  if (addKobo(owesKobo, moreKobo, negateKobo(creditLimit)) <= 0) return;
  const leftKobo = leftOf(agent, owesKobo);
  throw new ApiError('agent.over-limit', { allowed: { left: leftKobo === null ? null : nairaFromKobo(leftKobo) } });
}
