import type { Agent, AgentCounter, AgentSale } from '@portal/contract/billing/staff-agents';
import { startOfLagosDay } from '@portal/kernel/calendar';
import { koboFromDecimal, nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { maskedName } from '../account-proofs/account-proof.policy.ts';
import { sumAccount } from '../ledger/ledger.repository.ts';
import { receivedOf } from '../refunds/refund.policy.ts';
import { type AgentRow, listAgentRows, listSaleRows, type SaleRow, sumSales } from './agent.repository.ts';
import { requireAgentOf } from './require-seller.ts';
import { leftOf } from './require-within-limit.ts';

const LATEST_SALES = 20;

const naira = (decimal: string) => nairaFromKobo(koboFromDecimal(decimal));
const percent = (basisPoints: number) => basisPoints / 100;

export async function readAgents(queryable: Queryable, id: number | null = null): Promise<Agent[]> {
  const rows = await listAgentRows(queryable, id);
  return rows.map(({ agent, sellerName, owes }) => ({
    id: agent.id,
    kind: agent.kind,
    name: agent.name,
    phone: agent.phone,
    seller: agent.staffId === null ? null : { id: agent.staffId, name: sellerName },
    owes: naira(owes),
    limit: agent.creditLimit === null ? null : nairaFromKobo(agent.creditLimit),
    commission: percent(agent.commissionBasisPoints),
    isOn: agent.stoppedAt === null,
    createdAt: agent.createdAt.toISOString(),
  }));
}

/** Throws agent.not-found. */
export async function readAgent(queryable: Queryable, id: number): Promise<Agent> {
  const [agent] = await readAgents(queryable, id);
  if (!agent) throw new ApiError('agent.not-found');
  return agent;
}

/** A sale as its agent sees it: whose it is stays masked. */
export function presentSale({ sale, payment, receiptNumber, customerName }: SaleRow): AgentSale {
  return {
    reference: payment.reference,
    receiptNumber,
    amount: nairaFromKobo(receivedOf(payment)),
    commission: nairaFromKobo(sale.commission),
    customer: maskedName(customerName),
    at: sale.createdAt.toISOString(),
    isReversed: payment.status !== 'successful',
  };
}

/** For how much more an agent may sell, in naira; null without a limit. */
export async function readLeft(queryable: Queryable, agent: AgentRow): Promise<number | null> {
  const left = leftOf(agent, await sumAccount(queryable, `agent:${agent.id}`));
  return left === null ? null : nairaFromKobo(left);
}

/** What the agent for whom somebody sells owes and may still sell. Throws agent.none. */
export async function readAgentCounter(queryable: Queryable, staffId: number, now: Date): Promise<AgentCounter> {
  const agent = await requireAgentOf(queryable, staffId);
  const owesKobo = await sumAccount(queryable, `agent:${agent.id}`);
  const left = leftOf(agent, owesKobo);
  const today = await sumSales(queryable, agent.id, startOfLagosDay(now));
  return {
    name: agent.name,
    owes: nairaFromKobo(owesKobo),
    limit: agent.creditLimit === null ? null : nairaFromKobo(agent.creditLimit),
    left: left === null ? null : nairaFromKobo(left),
    commission: percent(agent.commissionBasisPoints),
    today: { sales: today.sales, taken: naira(today.taken), commission: naira(today.commission) },
    sales: (await listSaleRows(queryable, agent.id, LATEST_SALES)).map(presentSale),
  };
}
