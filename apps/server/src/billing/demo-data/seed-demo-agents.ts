import type { Clock } from '@portal/kernel/clock';
import { toKobo } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { insertAgent } from '../agents/agent.repository.ts';
import { readAgents } from '../agents/read-agents.ts';

const AGENT = { name: 'Mama Ngozi, Allen Avenue', phone: '+2348031234567', commissionBasisPoints: 300 };

/**
 * An agent of the demo provider, for whom the demo member of staff sells. Once; safe to repeat, also from several
 * instances.
 */
export async function seedDemoAgents(
  database: Database,
  { clock }: { readonly clock: Clock },
  staffId: number,
): Promise<void> {
  if ((await readAgents(database)).length > 0) return;
  await runTransaction(database, async (tx) => {
    const values = { ...AGENT, creditLimit: toKobo(15_000_000), staffId, createdBy: staffId, createdAt: clock() };
    await insertAgent(tx, values);
  });
}
