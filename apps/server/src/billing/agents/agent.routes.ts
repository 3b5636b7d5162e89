import * as entries from '@portal/contract/billing/staff-agents';
import { type Kobo, koboFromNaira, toKobo } from '@portal/kernel/money';
import { sendCsv } from '../../platform/http/bodies/send-csv.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { createLimit } from '../../platform/http/limits/rate-limit.ts';
import { HOUR_MS, type OpenCounter } from '../../platform/http/limits/shared-counters.ts';
import { maskedName } from '../account-proofs/account-proof.policy.ts';
import { answerRedeemed } from '../vouchers/redeem-answer.ts';
import { redeemVoucher, type VoucherDependencies } from '../vouchers/redeem-voucher.ts';
import { addAgent, changeAgent } from './change-agents.ts';
import { findAgentCustomer } from './find-agent-customer.ts';
import { payOutByAgent } from './pay-out-by-agent.ts';
import { csvOfStatement, readAgentStatement } from './read-agent-statement.ts';
import { presentSale, readAgent, readAgentCounter, readAgents, readLeft } from './read-agents.ts';
import { requireAgentOf, requireSeller } from './require-seller.ts';
import { sellAtAgent } from './sell-at-agent.ts';
import { settleAgent } from './settle-agent.ts';

type Dependencies = VoucherDependencies & { readonly openCounter: OpenCounter };

/** More customers than a busy agent looks up within an hour, fewer than somebody who tries numbers. */
const LOOKUPS = { name: 'agent-lookups', max: 200, windowMs: HOUR_MS };

const koboOf = (naira: number): Kobo => koboFromNaira(naira) ?? toKobo(0);

type AgentForm = {
  readonly name: string;
  readonly phone?: string | undefined;
  readonly limit: number | null;
  readonly commission: number;
};
const readForm = ({ name, phone, limit, commission }: AgentForm) => ({
  name,
  phone: phone || null,
  creditLimit: limit === null ? null : koboOf(limit),
  commissionBasisPoints: Math.round(commission * 100),
});

/** For staff who look after agents. */
function serveAgents(routes: Routes, deps: Dependencies): void {
  const { database } = deps;
  const changed = async (message: string, id: number) => ({
    success: true as const,
    message,
    agent: await readAgent(database, id),
  });
  const statement = async (id: number, query: { from?: string | undefined; to?: string | undefined }) => {
    await readAgent(database, id);
    return readAgentStatement(database, { agentId: id, from: query.from, to: query.to }, deps.clock());
  };

  routes.serve(entries.listSalesAgents, async () => readAgents(database));
  routes.serve(entries.getAgent, async ({ params }) => readAgent(database, params.id));
  routes.serve(entries.addAgent, async ({ viewer, body }) => {
    const { id } = await addAgent(deps, { ...readForm(body), email: body.email ?? null, staffId: viewer.user.id });
    return changed('The agent is added.', id);
  });
  routes.serve(entries.changeAgent, async ({ viewer, params, body }) => {
    await changeAgent(deps, { ...readForm(body), ...params, isOn: body.isOn, staffId: viewer.user.id });
    return changed(body.isOn ? 'The agent is changed.' : 'The agent is stopped.', params.id);
  });
  routes.serve(entries.settleAgent, async ({ viewer, params, body }) => {
    await settleAgent(deps, {
      agentId: params.id,
      staffId: viewer.user.id,
      amountKobo: koboOf(body.amount),
      method: body.method,
      bankReference: body.bankReference ?? null,
      clientRequestId: body.clientRequestId,
    });
    return changed('The money is recorded.', params.id);
  });
  routes.serve(entries.getAgentStatement, async ({ params, query }) => statement(params.id, query));
  routes.serve(entries.exportAgentStatement, async ({ viewer, params, query, reply }) => {
    const content = csvOfStatement(await statement(params.id, query));
    return sendCsv(reply, { viewer, fileName: `agent-${params.id}.csv`, content });
  });
  routes.serve(entries.payOutByAgent, async ({ viewer, params, body }) => {
    await payOutByAgent(deps, { ...params, ...body, staffId: viewer.user.id });
    return { success: true as const, message: 'The agent gives it back, and owes that much less.' };
  });
}

/** The counter of whoever sells as an agent. */
function serveAgentCounter(routes: Routes, deps: Dependencies): void {
  const { database } = deps;
  const countLookup = createLimit(deps.openCounter, LOOKUPS);

  routes.serve(entries.getAgentCounter, async ({ viewer }) => readAgentCounter(database, viewer.user.id, deps.clock()));
  routes.serve(entries.getOwnAgentStatement, async ({ viewer, query }) => {
    const agent = await requireAgentOf(database, viewer.user.id);
    return readAgentStatement(database, { agentId: agent.id, from: query.from, to: query.to }, deps.clock());
  });
  routes.serve(entries.findAgentCustomer, async ({ viewer, body }) => {
    await requireSeller(database, viewer.user.id);
    countLookup(viewer.user.id);
    return { name: maskedName((await findAgentCustomer(database, body.customer)).name) };
  });
  routes.serve(entries.sellAtAgent, async ({ viewer, body }) => {
    const { id: staffId } = viewer.user;
    const agent = await requireSeller(database, staffId);
    countLookup(staffId);
    const sold = await sellAtAgent(deps, { ...body, amountKobo: koboOf(body.amount), staffId });
    return {
      success: true as const,
      message: `The payment is recorded. Receipt ${sold.receiptNumber}.`,
      sale: presentSale(sold),
      left: await readLeft(database, agent),
    };
  });
  routes.serve(entries.redeemVoucherAtAgent, async ({ viewer, body }) => {
    const { id: staffId } = viewer.user;
    await requireSeller(database, staffId);
    countLookup(staffId);
    const customer = await findAgentCustomer(database, body.customer);
    const redeemed = await redeemVoucher(deps, {
      pin: body.pin,
      accountId: customer.id,
      lineId: null,
      via: 'agent',
      source: { key: `staff:${staffId}`, address: null },
      staffId,
    });
    return answerRedeemed(redeemed);
  });
}

/** Agents who take money and sell vouchers for the provider. */
export function registerAgent(routes: Routes, deps: Dependencies): void {
  serveAgents(routes, deps);
  serveAgentCounter(routes, deps);
}
