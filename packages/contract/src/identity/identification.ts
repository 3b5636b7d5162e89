import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { requiredText } from '../platform/fields.ts';
import { identificationKinds } from '../platform/settings.ts';

const way = z.object({ name: z.string(), kind: z.enum(identificationKinds) });
export type IdentificationWay = z.infer<typeof way>;

/** What staff say with every call that asks how they knew who it was: the name of one of the operator's ways. */
export const identifiedBy = requiredText(60, 'Choose how you know who it is.');

export const listIdentificationWays = defineEndpoint({
  method: 'GET',
  path: '/api/staff/identification-ways',
  access: 'admin',
  permission: 'customers:read',
  summary: 'How staff may know who a customer is, as the operator has listed it',
  answer: z.array(way),
  errors: [],
});

export const api = {
  description: 'How staff know who somebody is.',
  endpoints: { listIdentificationWays },
  schemas: { identificationWay: way },
};
