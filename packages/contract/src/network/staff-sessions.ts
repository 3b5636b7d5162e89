import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  acknowledged,
  identifier,
  isStorableTime,
  requiredText,
  rowNumber,
  storable,
  timestamp,
} from '../platform/fields.ts';
import { lineInQuery } from '../platform/line-of-call.ts';

const customer = z.object({ id: z.number(), name: z.string() });

/** Its name is null where the portal does not know the server by this address. */
const accessServer = z.object({ address: z.string(), name: z.nullable(z.string()) });

/**
 * A session as accounting has it. `customer` and `line` are null where no line has the login. `speedMbps` is
 * what its line was last given. `endCause` is Acct-Terminate-Cause, or what ended it without a Stop:
 * `Lost-Carrier` after 16 minutes without a packet, `NAS-Reboot`. `ending`: a Disconnect waits for it.
 * `key` is its place in the list.
 */
const networkSession = z.object({
  id: z.string(),
  key: z.string(),
  customer: z.nullable(customer),
  line: z.nullable(z.object({ id: z.number(), label: z.nullable(z.string()) })),
  login: z.string(),
  address: z.nullable(z.string()),
  delegatedPrefix: z.nullable(z.string()),
  mac: z.nullable(z.string()),
  accessServer,
  port: z.nullable(z.string()),
  startedAt: timestamp,
  lastPacketAt: timestamp,
  endedAt: z.nullable(timestamp),
  endCause: z.nullable(z.string()),
  limited: z.boolean(),
  speedMbps: z.nullable(z.number()),
  downloadBytes: z.number(),
  uploadBytes: z.number(),
  ending: z.boolean(),
});
export type NetworkSession = z.infer<typeof networkSession>;

const moment = (message: string) =>
  z.iso.datetime({ offset: true, error: message }).check(z.refine(isStorableTime, message));

/**
 * `until` is now and `since` a day before it where they are not given; between them lie 31 days at most.
 * Both are about when a session ended, and mean nothing of those that are online. `silent`: no packet for
 * more than eleven minutes, although two were due; `limited`: the line is slower or stopped because its data of the month are used up.
 * `search` is an address, a MAC address in any spelling,
 * or the beginning of a login.
 */
export const listNetworkSessions = defineEndpoint({
  method: 'GET',
  path: '/api/staff/sessions',
  access: 'admin',
  permission: 'sessions:read',
  summary:
    'Who is online, or whose session has ended, the latest first; `before` is the `key` of the last one of the page before',
  query: z.object({
    state: z.optional(z.enum(['online', 'ended'])),
    nas: z.optional(z.string().check(z.maxLength(253), storable)),
    area: z.optional(z.string().check(z.maxLength(100), storable)),
    plan: z.optional(identifier),
    silent: z.optional(z.literal('true')),
    limited: z.optional(z.literal('true')),
    search: z.optional(z.string().check(z.maxLength(253), storable)),
    since: z.optional(moment('Say since when')),
    until: z.optional(moment('Say until when')),
    before: z.optional(z.string().check(z.regex(/^\d{1,17}\.[\da-f]{16}$/))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(networkSession),
  errors: ['network-session.too-long-ago'],
});

/** The latest first, those that are open before those that have ended. */
export const listLineSessions = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/sessions',
  access: 'admin',
  permission: 'sessions:read',
  summary: 'The last thirty sessions of a customer’s line',
  params: z.object({ id: rowNumber }),
  query: lineInQuery,
  answer: z.array(networkSession),
  errors: ['customer.not-found', 'line.not-found'],
});

/** While a Disconnect of the session waits, a repeat queues no other. Only its Stop packet shows that it has ended. */
export const endNetworkSession = defineEndpoint({
  method: 'POST',
  path: '/api/staff/sessions/:id/end',
  access: 'admin',
  permission: 'sessions:end',
  summary: 'End a session: its access server is sent a Disconnect',
  params: z.object({ id: identifier }),
  body: z.object({ reason: requiredText(500, 'Say why.') }),
  answer: z.object(acknowledged),
  errors: ['network-session.ended', 'network-session.unknown-login', 'customer.own-account'],
});

/** `sent` have been asked for, `waiting` are still to come, `left` were not sent any more. */
const sessionWave = z.object({
  id: z.string(),
  accessServer,
  perWave: z.number(),
  everySeconds: z.number(),
  sessions: z.number(),
  sent: z.number(),
  waiting: z.number(),
  reason: z.string(),
  state: z.enum(['running', 'done', 'stopped']),
  startedAt: timestamp,
  startedBy: z.string(),
  endsAt: timestamp,
  stoppedAt: z.nullable(timestamp),
});
export type SessionWave = z.infer<typeof sessionWave>;

export const listSessionWaves = defineEndpoint({
  method: 'GET',
  path: '/api/staff/sessions/waves',
  access: 'admin',
  permission: 'sessions:read',
  summary: 'The last ten times that all sessions of an access server were ended in waves, the latest first',
  answer: z.array(sessionWave),
  errors: [],
});

const wholeNumber = (least: number, most: number, message: string) =>
  z.number(message).check(z.int(message), z.minimum(least, message), z.maximum(most, message));

/** `wave` is null for a preview (`dryRun`), which changes nothing. Sessions whose login no line has stay. */
export const startSessionWave = defineEndpoint({
  method: 'POST',
  path: '/api/staff/sessions/waves',
  access: 'admin',
  permission: 'network:write',
  summary: 'End all sessions of an access server, a few at a time; or say how many waves that would be',
  body: z.object({
    nas: z
      .string('Choose the access server')
      .check(z.minLength(1, 'Choose the access server'), z.maxLength(253), storable),
    perWave: wholeNumber(1, 5000, 'Use a whole number from 1 to 5,000'),
    everySeconds: wholeNumber(5, 3600, 'Use whole seconds from 5 to 3,600'),
    reason: requiredText(500, 'Say why.'),
    dryRun: z.boolean(),
  }),
  answer: z.object({
    ...acknowledged,
    sessions: z.number(),
    waves: z.number(),
    seconds: z.number(),
    wave: z.nullable(sessionWave),
  }),
  errors: ['session-wave.nobody', 'session-wave.too-long', 'session-wave.running'],
});

export const stopSessionWave = defineEndpoint({
  method: 'POST',
  path: '/api/staff/sessions/waves/:id/stop',
  access: 'admin',
  permission: 'network:write',
  summary: 'Leave the sessions open whose wave has not come yet',
  params: z.object({ id: identifier }),
  body: z.object({}),
  answer: z.object({ ...acknowledged, wave: sessionWave }),
  errors: ['session-wave.not-found', 'session-wave.over'],
});

export const api = {
  description: 'Who is online at which access server, and ending sessions.',
  endpoints: {
    listNetworkSessions,
    listLineSessions,
    endNetworkSession,
    listSessionWaves,
    startSessionWave,
    stopSessionWave,
  },
  schemas: { networkSession, sessionWave, sessionAccessServer: accessServer },
};
