import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, optionalText, requiredText, rowNumber } from '../platform/fields.ts';
import { lineForm, lineView } from './lines.ts';

export const openLineForCustomer = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/lines',
  access: 'admin',
  permission: 'lines:add',
  summary: 'One more line for a customer, pending until its first month is paid; they are told',
  params: z.object({ id: rowNumber }),
  body: lineForm,
  answer: z.object({ ...acknowledged, line: lineView }),
  errors: ['customer.not-found', 'plan.not-found', 'line.label-taken', 'line.too-many'],
});

/** What is left out stays as it is; an empty `place` is none. */
const lineChange = z.object({ label: z.optional(requiredText(60, 'Name the line')), place: optionalText(200) });

export const changeLineOfCustomer = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/lines/:id',
  access: 'admin',
  permission: 'lines:add',
  summary: 'Call a customer’s line by another name, or say where it is; they are told',
  params: z.object({ id: rowNumber }),
  body: lineChange,
  answer: z.object({ ...acknowledged, line: lineView }),
  errors: ['line.not-found', 'line.label-taken'],
});

export const api = {
  description: 'The lines of customers, as staff add and name them.',
  endpoints: { openLineForCustomer, changeLineOfCustomer },
};
