import * as z from 'zod/mini';
import { clientRequestId } from '../billing/staff-counter.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
import { lineInBody } from '../platform/line-of-call.ts';

/** Gigabytes that staff have added to the limit of the Lagos month `period`. */
const dataCredit = z.object({
  id: z.string(),
  lineId: z.number(),
  period: z.string(),
  gigabytes: z.number(),
  reason: z.string(),
  creditedAt: timestamp,
});
export type DataCredit = z.infer<typeof dataCredit>;

export const giveDataCredit = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/data-credits',
  access: 'admin',
  permission: 'data-credits:write',
  summary: 'Add data to the present month of a line, at no cost; what is in force at its limit is lifted at once',
  params: z.object({ id: rowNumber }),
  body: z.object({
    gigabytes: z
      .number('Enter the data in GB')
      .check(
        z.int('Enter whole GB'),
        z.minimum(1, 'Enter the data in GB'),
        z.maximum(500, 'Add at most 500 GB at once'),
      ),
    reason: requiredText(500, 'Say why.'),
    ...lineInBody.shape,
    clientRequestId,
  }),
  answer: z.object({ ...acknowledged, dataCredit }),
  errors: [
    'customer.not-found',
    'customer.own-account',
    'line.not-found',
    'counter.request-reused',
    'data-credit.not-possible',
  ],
});

export const api = {
  description: 'Data that staff add to the month of a line.',
  endpoints: { giveDataCredit },
  schemas: { dataCredit },
};
