import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type AgentRow, findAgentOf } from './agent.repository.ts';

/** The agent for whom a member of staff sells. Throws agent.none. */
export async function requireAgentOf(queryable: Queryable, staffId: number): Promise<AgentRow> {
  const agent = await findAgentOf(queryable, staffId);
  if (!agent) throw new ApiError('agent.none');
  return agent;
}

/** Likewise, where they sell now. Throws agent.none, agent.stopped. */
export async function requireSeller(queryable: Queryable, staffId: number): Promise<AgentRow> {
  const agent = await requireAgentOf(queryable, staffId);
  if (agent.stoppedAt !== null) throw new ApiError('agent.stopped');
  return agent;
}
