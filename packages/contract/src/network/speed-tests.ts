import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, timestamp } from '../platform/fields.ts';

/**
 * Text or number, as the specification's insert shape has it (section 3); finite, in range, two
 * decimals.
 */
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

/**
 * How a result was measured, as the browser reports it. `light`: with less data, less accurate.
 * `foreignServer`: the host of a test server that is not the provider's own. `uploadCountedBy` is
 * the browser where the server has no meter: it can be too high. `busy`: the device was too busy to
 * measure well.
 */
const conditions = z.object({
  mode: z.enum(['full', 'light']),
  foreignServer: z.nullable(z.string().check(z.regex(/^[a-z0-9.:[\]-]{1,255}$/i))),
  uploadCountedBy: z.enum(['server', 'browser']),
  busy: z.boolean(),
});
export type TestConditions = z.infer<typeof conditions>;

/** Bytes per 50 ms, for a phase of at most 3 s. */
const bins = z.array(z.int().check(z.minimum(0), z.maximum(100_000_000))).check(z.maxLength(60));
const payload = z.number().check(z.minimum(0), z.maximum(100_000));
const wait = z.nullable(z.number().check(z.minimum(0), z.maximum(9999)));

/**
 * The raw data of a test, for support staff: the payload rates in Mbps before the overhead factor,
 * bytes by 50 ms (the upload's as the server counted them), jitter and the loaded ping in ms.
 */
const testTrace = z.object({
  downloadPayload: payload,
  uploadPayload: payload,
  downloadBins: bins,
  uploadBins: bins,
  jitter: wait,
  loadedPing: wait,
});
export type TestTrace = z.infer<typeof testTrace>;

/**
 * Mbps and milliseconds. `timestamp` is accepted as the specification sends it and ignored: the
 * server's time counts. `session` is the test's own at our test server, which may have counted its
 * bytes.
 */
export const speedTestForm = z.object({
  downloadSpeed: measure(100_000, 'The download speed is not a speed'),
  uploadSpeed: measure(100_000, 'The upload speed is not a speed'),
  ping: measure(9999, 'The ping is not a time'),
  timestamp: z.optional(z.unknown()),
  how: z.optional(conditions),
  session: z.optional(identifier),
  trace: z.optional(testTrace),
});

/**
 * `how` is null where the browser did not report it; older cached results lack it. `confirmed`: our
 * own server counted enough bytes for these figures.
 */
export const speedTest = z.object({
  id: z.string(),
  timestamp,
  downloadSpeed: z.number(),
  uploadSpeed: z.number(),
  ping: z.number(),
  how: z.optional(z.nullable(z.extend(conditions, { confirmed: z.boolean() }))),
});
export type SpeedTest = z.infer<typeof speedTest>;

/** As staff see it. */
export const tracedSpeedTest = z.extend(speedTest, { trace: z.nullable(testTrace) });
export type TracedSpeedTest = z.infer<typeof tracedSpeedTest>;

export const listSpeedTests = defineEndpoint({
  method: 'GET',
  path: '/api/user/speedtest',
  access: 'session',
  viewable: true,
  accountRole: 'any',
  ofLine: true,
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
  accountRole: 'technical',
  ofLine: true,
  summary: 'Keep the result of a finished test',
  body: speedTestForm,
  answer: z.object({ ...acknowledged, result: speedTest }),
  errors: ['speed-test.too-often', 'speed-test.impossible'],
});

export const api = {
  description: 'Results of the speed test.',
  endpoints: { listSpeedTests, saveSpeedTest },
  schemas: { speedTestConditions: conditions, speedTestTrace: testTrace, speedTestForm, speedTest, tracedSpeedTest },
};
