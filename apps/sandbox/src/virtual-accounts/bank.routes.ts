import type { FastifyInstance } from 'fastify';
import type { SandboxHandle } from '../sandbox-handle.ts';
import { PROVIDERS, type Provider } from './virtual-account.ts';

const text = { type: 'string', minLength: 1, maxLength: 200 } as const;
const TRANSFER = {
  type: 'object',
  required: ['accountNumber', 'amount', 'senderName'],
  additionalProperties: false,
  properties: {
    accountNumber: { type: 'string', pattern: '^\\d{10}$' },
    amount: { type: 'number', exclusiveMinimum: 0, maximum: 1e9 },
    senderName: text,
    sessionId: text,
    narration: text,
    provider: { type: 'string', enum: PROVIDERS },
  },
} as const;

type TransferBody = {
  readonly accountNumber: string;
  /** Naira. */
  readonly amount: number;
  readonly senderName: string;
  readonly sessionId?: string;
  readonly narration?: string;
  readonly provider?: Provider;
};

/** A bank's customer sends money to an account number: `POST /bank/transfers`. */
export function registerBank(scope: FastifyInstance, handle: SandboxHandle): void {
  scope.post<{ Body: TransferBody }>('/transfers', { schema: { body: TRANSFER } }, (request, reply) => {
    const { amount, ...transfer } = request.body;
    return reply.code(201).send(handle.transfer({ ...transfer, amountKobo: Math.round(amount * 100) }));
  });
}
