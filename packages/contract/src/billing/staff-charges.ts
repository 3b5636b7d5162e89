import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, rowNumber, timestamp } from '../platform/fields.ts';
import { lineInBody } from '../platform/line-of-call.ts';
import { clientRequestId } from './staff-counter.ts';

const chargeProduct = z.object({ id: z.string(), name: z.string(), price: naira });
export type ChargeProduct = z.infer<typeof chargeProduct>;

export const listChargeProducts = defineEndpoint({
  method: 'GET',
  path: '/api/staff/charge-products',
  access: 'admin',
  permission: 'counter:read',
  summary: 'What can be charged once, by name',
  answer: z.array(chargeProduct),
  errors: [],
});

/** `product` is the id of a charge product. `total` includes VAT. */
export const createCharge = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/charges',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Charge a customer once, with an invoice of its own, payable in every way',
  params: z.object({ id: rowNumber }),
  body: z.object({
    product: identifier,
    quantity: z.int('Enter a whole number').check(z.minimum(1, 'Enter 1 or more'), z.maximum(100, 'Enter at most 100')),
    clientRequestId: z.optional(clientRequestId),
    ...lineInBody.shape,
  }),
  answer: z.object({
    ...acknowledged,
    charge: z.object({
      id: z.string(),
      label: z.string(),
      quantity: z.number(),
      total: naira,
      invoiceNumber: z.string(),
      createdAt: timestamp,
    }),
  }),
  errors: [
    'customer.not-found',
    'line.not-found',
    'charge-product.not-found',
    'counter.no-plan',
    'counter.request-reused',
  ],
});
