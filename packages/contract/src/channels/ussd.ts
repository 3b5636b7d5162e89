import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { storable } from '../platform/fields.ts';

const params = z.object({ gateway: z.string() });
const query = z.object({ key: z.optional(z.string().check(storable)) });

/**
 * The body is the form of the gateway: `sessionId`, `phoneNumber` and `text` of Africa’s Talking, which is
 * answered in plain text after "CON " or "END ". `key` is USSD_CALLBACK_SECRET, which its address carries:
 * gateways sign nothing.
 */
export const answerUssd = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/ussd/:gateway',
  access: 'gateway',
  summary: 'One step of a caller in the USSD menu; answers the next screen in the form of the gateway',
  params,
  query,
  answer: null,
  errors: ['ussd.unknown-gateway', 'ussd.wrong-key'],
});

/** The same for gateways that send their fields in the address. */
export const answerUssdByAddress = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks/ussd/:gateway',
  access: 'gateway',
  summary: 'The same for a gateway that sends its fields in the address',
  params,
  query,
  answer: null,
  errors: ['ussd.unknown-gateway', 'ussd.wrong-key'],
});

export const api = {
  description: 'The menu on the telephone: what a USSD gateway calls.',
  endpoints: { answerUssd, answerUssdByAddress },
  schemas: {},
};
