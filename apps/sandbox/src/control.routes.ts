import type { FastifyInstance } from 'fastify';
import { type FaultRequest, MODES_OF } from './faults.ts';
import { MANDATE_OUTCOMES, type MandateOutcome } from './mandate.ts';
import { OUTCOMES, type Outcome } from './order.ts';
import type { SandboxHandle, WebhookClaim } from './sandbox-handle.ts';
import { GATEWAYS, OPERATIONS, type Operation, VENDORS, type Vendor } from './sandbox-options.ts';
import type { SettlementChange, SettleRequest } from './settlement.ts';

const text = { type: 'string', minLength: 1 } as const;
const count = { type: 'integer', minimum: 1 } as const;
const gateway = { type: 'string', enum: GATEWAYS } as const;

const vendor = { type: 'string', enum: VENDORS } as const;

const FAULT = {
  type: 'object',
  required: ['gateway', 'operation', 'mode'],
  additionalProperties: false,
  properties: {
    gateway: vendor,
    operation: { type: 'string', enum: OPERATIONS },
    mode: { type: 'string', enum: [...new Set(OPERATIONS.flatMap((operation) => MODES_OF[operation]))] },
    times: count,
    reference: text,
    when: { type: 'string', enum: ['before', 'after'] },
    delayMs: { type: 'integer', minimum: 0 },
    status: { type: 'integer', enum: [401, 429, 500, 502, 503] },
    amountKobo: { type: 'integer' },
    currency: text,
    otherReference: text,
    copies: count,
    reason: text,
    code: { type: 'integer' },
  },
} as const;

const CLAIM = {
  type: 'object',
  required: ['gateway', 'reference', 'claim'],
  additionalProperties: false,
  properties: {
    gateway,
    reference: text,
    claim: { type: 'string', enum: ['success', 'failed'] },
    amountKobo: { type: 'integer' },
    currency: text,
    forged: { type: 'boolean' },
    copies: count,
  },
} as const;

const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } as const;
const sum = { type: 'integer' } as const;
const SETTLEMENT_CHANGE = {
  status: { type: 'string', enum: ['pending', 'paid', 'failed', 'flagged'] },
  account: text,
  deductedKobo: sum,
  wrongByKobo: sum,
} as const;

const SETTLE = {
  type: 'object',
  required: ['gateway'],
  additionalProperties: false,
  properties: {
    ...SETTLEMENT_CHANGE,
    gateway,
    before: text,
    day,
    perPage: count,
    again: { type: 'array', items: text },
    without: { type: 'array', items: text },
    foreign: {
      type: 'array',
      items: {
        type: 'object',
        required: ['reference', 'amountKobo'],
        additionalProperties: false,
        properties: { reference: text, amountKobo: count },
      },
    },
  },
} as const;

const oneOf = (name: string, values: readonly string[]) => ({
  type: 'object',
  required: [name],
  additionalProperties: false,
  properties: { [name]: { type: 'string', enum: values } },
});

interface Named {
  Params: { reference: string };
}

/**
 * The sandbox's control API for tests in another process: its handle as JSON. It exists only where
 * the sandbox does.
 */
export function registerControl(scope: FastifyInstance, handle: SandboxHandle): void {
  registerFaults(scope, handle);
  registerTransactions(scope, handle);
  registerMandates(scope, handle);
  registerSettlements(scope, handle);

  scope.get<{ Querystring: { gateway?: Vendor; operation?: Operation; reference?: string } }>('/requests', (request) =>
    handle.requests(request.query),
  );
  scope.delete('/requests', (_request, reply) => {
    handle.clearRequests();
    return reply.code(204).send();
  });

  scope.get('/registrations', () => handle.registrations());
  scope.get('/webhooks', () => handle.webhooks());
  scope.post<{ Body: WebhookClaim }>('/webhooks', { schema: { body: CLAIM } }, (request, reply) => {
    handle.sendWebhook(request.body);
    return reply.code(202).send({ success: true });
  });
}

function registerFaults(scope: FastifyInstance, handle: SandboxHandle): void {
  scope.get('/faults', () => handle.faults());
  scope.post<{ Body: FaultRequest }>('/faults', { schema: { body: FAULT } }, (request, reply) => {
    try {
      handle.addFault(request.body);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return reply.code(400).send({ success: false, message: error.message });
    }
    return reply.code(201).send(request.body);
  });
  scope.delete('/faults', (_request, reply) => {
    handle.clearFaults();
    return reply.code(204).send();
  });
}

function registerTransactions(scope: FastifyInstance, handle: SandboxHandle): void {
  const missing = { success: false, message: 'No order has this reference' };
  scope.get('/transactions', () => handle.transactions());
  scope.post<Named & { Body: { outcome: Outcome } }>(
    '/transactions/:reference/decide',
    { schema: { body: oneOf('outcome', OUTCOMES) } },
    (request, reply) => handle.decide(request.params.reference, request.body.outcome) ?? reply.code(404).send(missing),
  );
  scope.post<Named & { Body: { stage: 'create' | 'resolve' } }>(
    '/transactions/:reference/dispute',
    { schema: { body: oneOf('stage', ['create', 'resolve']) } },
    (request, reply) => handle.dispute(request.params.reference, request.body.stage) ?? reply.code(404).send(missing),
  );
}

function registerMandates(scope: FastifyInstance, handle: SandboxHandle): void {
  const missing = { success: false, message: 'No mandate has this reference' };
  scope.get('/mandates', () => handle.mandates());
  scope.post<Named & { Body: { outcome: MandateOutcome } }>(
    '/mandates/:reference/decide',
    { schema: { body: oneOf('outcome', MANDATE_OUTCOMES) } },
    (request, reply) =>
      handle.decideMandate(request.params.reference, request.body.outcome) ?? reply.code(404).send(missing),
  );
  scope.post<Named>(
    '/mandates/:reference/activate',
    (request, reply) => handle.activateMandate(request.params.reference) ?? reply.code(404).send(missing),
  );
  scope.post<Named>(
    '/mandates/:reference/revoke',
    (request, reply) => handle.revokeMandate(request.params.reference) ?? reply.code(404).send(missing),
  );
  scope.post<Named & { Body: { outcome: 'paid' | 'declined' } }>(
    '/debits/:reference/decide',
    { schema: { body: oneOf('outcome', ['paid', 'declined']) } },
    (request, reply) =>
      handle.decideDebit(request.params.reference, request.body.outcome === 'paid') ??
      reply.code(404).send({ success: false, message: 'No charge has this reference' }),
  );
}

function registerSettlements(scope: FastifyInstance, handle: SandboxHandle): void {
  const changed = { type: 'object', additionalProperties: false, properties: SETTLEMENT_CHANGE } as const;
  const missing = { success: false, message: 'No settlement has this number' };
  scope.post<{ Body: SettleRequest }>('/settlements', { schema: { body: SETTLE } }, (request, reply) =>
    reply.code(201).send(handle.settle(request.body)),
  );
  scope.patch<{ Params: { number: string }; Body: SettlementChange }>(
    '/settlements/:number',
    { schema: { body: changed } },
    (request, reply) =>
      handle.changeSettlement(Number(request.params.number), request.body) ?? reply.code(404).send(missing),
  );
}
