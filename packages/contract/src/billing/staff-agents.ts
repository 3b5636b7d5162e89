import * as z from 'zod/mini';
import { nairaAmount } from '../platform/amounts.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  acknowledged,
  calendarDay,
  emailAddress,
  identifier,
  naira,
  optionalText,
  requiredText,
  rowNumber,
  timestamp,
} from '../platform/fields.ts';
import { clientRequestId } from './staff-counter.ts';
import { typedPin, usedVoucher, voucherErrors } from './vouchers.ts';

const person = z.object({ id: z.number(), name: z.string() });

/**
 * `owes` is what they have taken or sold and not handed over, less their commission; below zero where they
 * handed over too much. `commission` is in percent. `seller` is who sells at the agents’ counter.
 */
const agent = z.object({
  id: z.number(),
  kind: z.enum(['agent', 'own-stock']),
  name: z.string(),
  phone: z.nullable(z.string()),
  seller: z.nullable(person),
  owes: naira,
  limit: z.nullable(naira),
  commission: z.number(),
  isOn: z.boolean(),
  createdAt: timestamp,
});
export type Agent = z.infer<typeof agent>;

/** A day in Lagos, with what the agent owed at its end. What the agent owes more is above zero. */
const statementDay = z.object({
  day: z.string(),
  sales: z.number(),
  /** Cash taken for customers. */
  taken: naira,
  /** Vouchers bought, at their face value, less those taken back. */
  vouchers: naira,
  commission: naira,
  settled: naira,
  /** Sales that were taken back. */
  reversed: naira,
  owes: naira,
});

const statement = z.object({
  from: z.string(),
  to: z.string(),
  opening: naira,
  days: z.array(statementDay),
  closing: naira,
});
export type AgentStatement = z.infer<typeof statement>;

const agentId = z.object({ id: rowNumber });
const changed = z.object({ ...acknowledged, agent });
/** Without days, the last thirty. */
const days = z.object({ from: z.optional(calendarDay()), to: z.optional(calendarDay()) });

const commission = z.number('Enter a percentage').check(
  z.minimum(0, 'Enter 0 to 50 percent'),
  z.maximum(50, 'Enter 0 to 50 percent'),
  z.refine((value) => Math.round(value * 100) / 100 === value, 'Use at most two decimals'),
);

const agentForm = {
  name: requiredText(100, 'Enter the name'),
  phone: optionalText(20),
  /** What they may owe at most; null for no limit. */
  limit: z.nullable(nairaAmount(0)),
  /** In percent, with at most two decimals. */
  commission,
};

export const listSalesAgents = defineEndpoint({
  method: 'GET',
  path: '/api/staff/sales-agents',
  access: 'admin',
  permission: 'agents:read',
  summary: 'All agents by name, with what they owe; the provider’s own stock of vouchers first',
  answer: z.array(agent),
  errors: [],
});

export const getAgent = defineEndpoint({
  method: 'GET',
  path: '/api/staff/sales-agents/:id',
  access: 'admin',
  permission: 'agents:read',
  summary: 'An agent',
  params: agentId,
  answer: agent,
  errors: ['agent.not-found'],
});

/** `email` is that of the member of staff with the role agent who sells there. */
export const addAgent = defineEndpoint({
  method: 'POST',
  path: '/api/staff/sales-agents',
  access: 'admin',
  permission: 'agents:write',
  summary: 'Add an agent',
  body: z.object({ ...agentForm, email: z.optional(emailAddress) }),
  answer: changed,
  errors: ['agent.not-staff', 'agent.seller-taken'],
});

export const changeAgent = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/sales-agents/:id',
  access: 'admin',
  permission: 'agents:write',
  summary: 'Change an agent, or stop one: who is stopped sells nothing',
  params: agentId,
  body: z.object({ ...agentForm, isOn: z.boolean() }),
  answer: changed,
  errors: ['agent.not-found'],
});

export const settleAgent = defineEndpoint({
  method: 'POST',
  path: '/api/staff/sales-agents/:id/settlements',
  access: 'admin',
  permission: 'agents:write',
  summary: 'Record money that an agent hands over: cash into the caller’s till, or a transfer to the bank',
  params: agentId,
  body: z.object({
    amount: nairaAmount(0.01),
    method: z.enum(['cash', 'transfer']),
    bankReference: optionalText(60),
    clientRequestId,
  }),
  answer: changed,
  errors: ['agent.not-found', 'till.not-open', 'counter.reference-used', 'counter.request-reused'],
});

export const getAgentStatement = defineEndpoint({
  method: 'GET',
  path: '/api/staff/sales-agents/:id/statement',
  access: 'admin',
  permission: 'agents:read',
  summary: 'What an agent took, kept and handed over, day by day; the last thirty days unless it is asked for others',
  params: agentId,
  query: days,
  answer: statement,
  errors: ['agent.not-found', 'agent.days'],
});

export const exportAgentStatement = defineEndpoint({
  method: 'GET',
  path: '/api/staff/sales-agents/:id/statement.csv',
  access: 'admin',
  permission: 'agents:read',
  summary: 'The same as a CSV file',
  params: agentId,
  query: days,
  answer: null,
  errors: ['agent.not-found', 'agent.days'],
});

const sale = z.object({
  reference: z.string(),
  receiptNumber: z.string(),
  amount: naira,
  commission: naira,
  /** Masked. */
  customer: z.string(),
  at: timestamp,
  isReversed: z.boolean(),
});
export type AgentSale = z.infer<typeof sale>;

/** `left`: for how much more the agent may sell; null without a limit. */
const agentCounter = z.object({
  name: z.string(),
  owes: naira,
  limit: z.nullable(naira),
  left: z.nullable(naira),
  commission: z.number(),
  today: z.object({ sales: z.number(), taken: naira, commission: naira }),
  /** The latest twenty. */
  sales: z.array(sale),
});
export type AgentCounter = z.infer<typeof agentCounter>;

/** The number of an account, or a verified mobile number. */
const customer = requiredText(40, 'Enter the account number or the mobile number');

export const getAgentCounter = defineEndpoint({
  method: 'GET',
  path: '/api/staff/agent-counter',
  access: 'admin',
  permission: 'agent-counter:read',
  summary: 'What the calling agent owes and may still sell, and their latest sales',
  answer: agentCounter,
  errors: ['agent.none'],
});

export const getOwnAgentStatement = defineEndpoint({
  method: 'GET',
  path: '/api/staff/agent-counter/statement',
  access: 'admin',
  permission: 'agent-counter:read',
  summary: 'The statement of the calling agent, day by day',
  query: days,
  answer: statement,
  errors: ['agent.none', 'agent.days'],
});

export const findAgentCustomer = defineEndpoint({
  method: 'POST',
  path: '/api/staff/agent-counter/lookup',
  access: 'admin',
  permission: 'agent-counter:write',
  summary: 'Who has this account number or verified mobile number: a masked name, and no more',
  body: z.object({ customer }),
  answer: z.object({ name: z.string() }),
  errors: ['agent.none', 'agent.stopped', 'agent.no-customer'],
});

/** A refusal over the limit has `left`. */
export const sellAtAgent = defineEndpoint({
  method: 'POST',
  path: '/api/staff/agent-counter/sales',
  access: 'admin',
  permission: 'agent-counter:write',
  summary: 'Take cash for a customer, once for each `clientRequestId`',
  body: z.object({ customer, amount: nairaAmount(0.01), clientRequestId }),
  answer: z.object({ ...acknowledged, sale, left: z.nullable(naira) }),
  errors: ['agent.none', 'agent.stopped', 'agent.no-customer', 'agent.over-limit', 'counter.request-reused'],
});

export const redeemVoucherAtAgent = defineEndpoint({
  method: 'POST',
  path: '/api/staff/agent-counter/vouchers',
  access: 'admin',
  permission: 'agent-counter:write',
  summary: 'Use a voucher for a customer at an agent, once',
  body: z.object({ customer, pin: typedPin }),
  answer: usedVoucher,
  errors: ['agent.none', 'agent.stopped', 'agent.no-customer', ...voucherErrors],
});

export const payOutByAgent = defineEndpoint({
  method: 'POST',
  path: '/api/staff/payouts/:reference/agent',
  access: 'admin',
  permission: 'payments:refund',
  freshProof: true,
  summary: 'Have the agent who took the money give it back: the agent owes that much less, and no commission',
  params: z.object({ reference: identifier }),
  body: z.object({ clientRequestId }),
  answer: z.object(acknowledged),
  errors: ['payout.not-found', 'payout.not-by-agent', 'counter.request-reused'],
});

export const api = {
  description: 'Agents who take money and sell vouchers for the provider: their counter, statements and settlements.',
  endpoints: {
    listSalesAgents,
    getAgent,
    addAgent,
    changeAgent,
    settleAgent,
    getAgentStatement,
    exportAgentStatement,
    getAgentCounter,
    getOwnAgentStatement,
    findAgentCustomer,
    sellAtAgent,
    redeemVoucherAtAgent,
    payOutByAgent,
  },
  schemas: { agent, agentStatement: statement, agentSale: sale, agentCounter },
};
