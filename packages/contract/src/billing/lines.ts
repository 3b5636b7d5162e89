import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  acknowledged,
  identifier,
  naira,
  optionalText,
  requiredText,
  rowNumber,
  timestamp,
} from '../platform/fields.ts';

/**
 * One place that is connected. `label` is what its people call it, "Line 2" until they have named
 * it; `place` is for a technician. The rest is that of its subscription, null before a plan is
 * chosen; `monthlyFee` in naira.
 */
export const lineView = z.object({
  id: z.number(),
  label: z.string(),
  place: z.nullable(z.string()),
  planId: z.nullable(z.string()),
  planName: z.nullable(z.string()),
  status: z.nullable(z.enum(['pending', 'active', 'suspended', 'cancelled'])),
  nextBillingDate: z.nullable(timestamp),
  monthlyFee: z.nullable(naira),
});
export type LineView = z.infer<typeof lineView>;

const label = requiredText(60, 'Name the line');
const place = optionalText(200);

export const listLines = defineEndpoint({
  method: 'GET',
  path: '/api/user/lines',
  access: 'session',
  viewable: true,
  accountRole: 'any',
  summary: 'The lines of the account, the oldest first',
  answer: z.array(lineView),
  errors: [],
});

export const lineForm = z.object({ label, planId: identifier, place });

export const openLine = defineEndpoint({
  method: 'POST',
  path: '/api/user/lines',
  access: 'session',
  accountRole: 'owner',
  summary: 'One more line of the account, pending until its first month is paid',
  body: lineForm,
  answer: z.object({ ...acknowledged, line: lineView }),
  errors: ['plan.not-found', 'line.label-taken', 'line.too-many'],
});

export const renameLine = defineEndpoint({
  method: 'PUT',
  path: '/api/user/lines/:id',
  access: 'session',
  accountRole: 'technical',
  summary: 'Call a line by another name, or say where it is',
  params: z.object({ id: rowNumber }),
  body: z.object({ label, place }),
  answer: z.object({ ...acknowledged, line: lineView }),
  errors: ['line.not-found', 'line.label-taken'],
});

export const api = {
  description: 'The lines of an account.',
  endpoints: { listLines, openLine, renameLine },
  schemas: { lineView, lineForm },
};
