import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { acknowledged, identifier, timestamp } from './fields.ts';

/** Text or number, as the specification's insert shape has it (section 3); finite, in range, two decimals. */
function measure(maximum: number, message: string) {
  return z.pipe(
    z.pipe(
      z.union([z.number(message), z.string(message)]),
      z.transform((value) => {
        if (typeof value === 'number') return value;
        return /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : Number.NaN;
      }),
    ),
    z.number(message).check(
      z.minimum(0, message),
      z.maximum(maximum, message),
      z.overwrite((value) => Math.round(value * 100) / 100),
    ),
  );
}

/** Mbps and milliseconds. `timestamp` is accepted as the specification sends it and never believed: the server's time counts. */
export const speedTestForm = z.object({
  downloadSpeed: measure(100_000, 'The download speed is not a speed'),
  uploadSpeed: measure(100_000, 'The upload speed is not a speed'),
  ping: measure(9999, 'The ping is not a time'),
  timestamp: z.optional(z.unknown()),
});

export const speedTest = z.object({
  id: z.string(),
  timestamp,
  downloadSpeed: z.number(),
  uploadSpeed: z.number(),
  ping: z.number(),
});
export type SpeedTest = z.infer<typeof speedTest>;

export const listSpeedTests = defineEndpoint({
  method: 'GET',
  path: '/api/user/speedtest',
  access: 'session',
  summary: 'The caller’s speed tests, newest first; `before` is the last id of the page before',
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    before: z.optional(identifier),
  }),
  answer: z.array(speedTest),
  errors: [],
});

export const saveSpeedTest = defineEndpoint({
  method: 'POST',
  path: '/api/user/speedtest',
  access: 'session',
  summary: 'Keep the result of a finished test',
  body: speedTestForm,
  answer: z.object({ ...acknowledged, result: speedTest }),
  errors: ['speed-test.too-often'],
});
