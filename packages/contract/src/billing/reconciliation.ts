import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, naira, requiredText, timestamp } from '../platform/fields.ts';

const discrepancyId = z.object({ id: z.coerce.number().check(z.int(), z.minimum(1)) });
const reason = requiredText(500, 'Say why.');

/**
 * `unknown-reference`: paid there under a reference that we never issued; `not-settled`: paid there
 * and not here; `other-amount`: another amount there; `not-paid`: a success here, which the gateway
 * reports as reversed, failed or unknown; `refunded-outside`: a success on both sides, of which the
 * gateway has refunded `gatewayAmount` and our ledger has less. `ledgerAmount` and `gatewayAmount`
 * are null where that side has no such payment.
 */
const gatewayDiscrepancy = z.object({
  id: z.number(),
  reference: z.string(),
  kind: z.enum(['unknown-reference', 'not-settled', 'other-amount', 'not-paid', 'refunded-outside']),
  ledgerAmount: z.nullable(naira),
  gatewayAmount: z.nullable(naira),
  gatewayStatus: z.string(),
  foundAt: timestamp,
});
export type GatewayDiscrepancy = z.infer<typeof gatewayDiscrepancy>;

/**
 * `reconciledUntil` is null until the gateway has answered once. `settled`: paid at the gateway,
 * and in our ledger only through the last reconciliation; `discrepancies`: open ones for staff.
 */
const gatewayReconciliation = z.object({
  gateway: z.string(),
  reconciledUntil: z.nullable(timestamp),
  settled: z.array(z.string()),
  discrepancies: z.array(gatewayDiscrepancy),
  receivedToday: naira,
  returnedToday: naira,
});
export type GatewayReconciliation = z.infer<typeof gatewayReconciliation>;

export const listGatewayReconciliations = defineEndpoint({
  method: 'GET',
  path: '/api/staff/gateway-reconciliations',
  access: 'admin',
  permission: 'payments:read',
  summary: 'The last reconciliation of our ledger with each gateway’s own list',
  answer: z.array(gatewayReconciliation),
  errors: [],
});

export const closeGatewayDiscrepancy = defineEndpoint({
  method: 'POST',
  path: '/api/staff/gateway-discrepancies/:id/close',
  access: 'admin',
  permission: 'payments:write',
  summary: 'Close a discrepancy between a gateway and our ledger with what was found out',
  params: discrepancyId,
  body: z.object({ reason }),
  answer: z.object(acknowledged),
  errors: ['payment.discrepancy-not-found'],
});

/**
 * Only for `refunded-outside`, and only a part: a full refund is recorded as a chargeback. The
 * purchase stays; the customer is notified.
 */
export const recordExternalRefund = defineEndpoint({
  method: 'POST',
  path: '/api/staff/gateway-discrepancies/:id/external-refund',
  access: 'admin',
  permission: 'payments:write',
  summary: 'Record in the ledger a partial refund made at the gateway, which closes the discrepancy',
  params: discrepancyId,
  body: z.object({ reason }),
  freshProof: true,
  answer: z.object(acknowledged),
  errors: ['payment.discrepancy-not-found', 'payment.not-a-part', 'refund.under-way'],
});

export const api = {
  description: 'Payments as the gateways report them, compared with those of the portal.',
  endpoints: { listGatewayReconciliations, closeGatewayDiscrepancy, recordExternalRefund },
  schemas: { gatewayDiscrepancy, gatewayReconciliation },
};
