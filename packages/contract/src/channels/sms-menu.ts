import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';

/**
 * The body is the form of Africa’s Talking, whose callback address carries AFRICASTALKING_REPORT_TOKEN, or
 * the JSON of Termii, which signs it. Termii has one address for texts and delivery reports: a report
 * that comes here is taken as one.
 */
export const receiveInboundText = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/sms/inbound',
  access: 'gateway',
  summary: 'A text that a customer has sent to the provider’s number',
  query: z.object({ token: z.optional(z.string()) }),
  answer: z.object({ success: z.literal(true) }),
  errors: ['sms.unknown-provider', 'sms.bad-signature', 'sms.unreadable'],
});

export const api = {
  description: 'Texts from customers: keywords such as BAL and FAULT.',
  endpoints: { receiveInboundText },
  schemas: {},
};
