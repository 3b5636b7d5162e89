import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { timestamp } from '../platform/fields.ts';

/** `minutes` is what the caller's line lost of its paid time in an outage from `startsAt` to `endsAt`; since `givenAt` it is paid until `paidUntil`. */
const timeGivenBack = z.object({
  title: z.string(),
  startsAt: timestamp,
  endsAt: timestamp,
  minutes: z.number(),
  givenAt: timestamp,
  paidUntil: timestamp,
});
export type TimeGivenBack = z.infer<typeof timeGivenBack>;

export const listTimeGivenBack = defineEndpoint({
  method: 'GET',
  path: '/api/user/time-given-back',
  access: 'session',
  summary: 'The outages whose time the caller was given back, the latest first, 20 at most',
  answer: z.array(timeGivenBack),
  errors: [],
});
