import * as z from 'zod/mini';
import { nairaPrice } from '../platform/amounts.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
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

/** Why something bears no VAT: it is taxed at zero, or the law takes it out of the tax. */
const untaxedAs = z.enum(['zero-rated', 'exempt']);

/** What a product costs, and whether that bears VAT, as on the plans; exempt where it does not and nothing is said. */
export const chargeProductForm = z.object({
  name: requiredText(100, 'Name what is charged'),
  price: nairaPrice(),
  bearsVat: z.boolean(),
  untaxedAs: z.optional(untaxedAs),
});
export type ChargeProductForm = z.infer<typeof chargeProductForm>;

/** `prices` since when it cost what, the newest first; an invoice keeps the price it was made with. */
const staffChargeProduct = z.object({
  ...chargeProduct.shape,
  bearsVat: z.boolean(),
  /** Absent where it bears VAT. */
  untaxedAs: z.optional(untaxedAs),
  active: z.boolean(),
  /** Lines have it month by month, beside their plan; it is charged by nobody's hand. */
  monthly: z.boolean(),
  prices: z.array(z.object({ price: naira, bearsVat: z.boolean(), since: timestamp, setBy: z.nullable(z.string()) })),
});
export type StaffChargeProduct = z.infer<typeof staffChargeProduct>;

const productId = z.object({ id: identifier });
const written = z.object({ ...acknowledged, product: staffChargeProduct });

export const listStaffChargeProducts = defineEndpoint({
  method: 'GET',
  path: '/api/staff/charge-products/all',
  access: 'admin',
  permission: 'plans:read',
  summary: 'All that can be or could be charged once, by name, with the prices of before',
  answer: z.array(staffChargeProduct),
  errors: [],
});

export const createChargeProduct = defineEndpoint({
  method: 'POST',
  path: '/api/staff/charge-products',
  access: 'admin',
  permission: 'plans:write',
  summary: 'Offer something else to be charged once',
  body: chargeProductForm,
  answer: written,
  errors: ['charge-product.name-taken'],
});

export const editChargeProduct = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/charge-products/:id',
  access: 'admin',
  permission: 'plans:write',
  summary: 'Change name, price or VAT of what is charged once, from now on; invoices keep theirs',
  params: productId,
  body: chargeProductForm,
  answer: written,
  errors: ['charge-product.not-found', 'charge-product.name-taken', 'charge-product.monthly-bears-vat'],
});

export const setChargeProductActive = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/charge-products/:id/active',
  access: 'admin',
  permission: 'plans:write',
  summary: 'Charge something no more, or again',
  params: productId,
  body: z.object({ active: z.boolean() }),
  answer: written,
  errors: ['charge-product.not-found'],
});

/** `product` is the id of a charge product. `total` includes its VAT. */
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
  errors: ['customer.not-found', 'line.not-found', 'charge-product.not-found', 'counter.request-reused'],
});

export const api = {
  description: 'What can be charged once, such as an installation, and charging it.',
  endpoints: {
    listChargeProducts,
    listStaffChargeProducts,
    createChargeProduct,
    editChargeProduct,
    setChargeProductActive,
    createCharge,
  },
  schemas: { chargeProduct, chargeProductForm, staffChargeProduct },
};
