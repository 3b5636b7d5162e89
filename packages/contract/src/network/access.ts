import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
import { lineInBody, lineInQuery } from '../platform/line-of-call.ts';

/**
 * The body is what FreeRADIUS' rlm_rest posts for accounting. 204 once it is committed, also for a
 * packet that can never be used: any other answer makes the RADIUS server repeat the packet, and
 * delays all later ones.
 */
export const postAccounting = defineEndpoint({
  method: 'POST',
  path: '/api/network/accounting',
  access: 'network',
  summary: 'One accounting packet, as FreeRADIUS posts it; any number of times, in any order',
  answer: null,
  errors: ['network.bad-token'],
});

/**
 * What rlm_rest sets in the reply: a text or a number, or all the texts of an attribute that repeats.
 */
const replyAttribute = z.union([
  z.string(),
  z.number(),
  z.object({ op: z.literal('+='), value: z.array(z.union([z.string(), z.number()])) }),
]);

/**
 * The body is what rlm_rest posts for authorize. 200 with the attributes of an Access-Accept in
 * rlm_rest's names, `reply:` before each, as the vendor profile of the access server has them;
 * `reply:Acct-Interim-Interval` is among them always. Or 401 with `reply:Reply-Message`, which makes
 * it an Access-Reject with a reason, and with `control:Cache-Read-Only` where the line is open to another router. The RADIUS server itself verifies the password.
 */
export const authorizeLine = defineEndpoint({
  method: 'POST',
  path: '/api/network/authorize',
  access: 'network',
  summary: 'Whether a line may come on, and how fast, as FreeRADIUS asks it',
  answer: z.record(z.string(), replyAttribute),
  errors: ['network.bad-token'],
});

/** A text for clients.conf of FreeRADIUS: one client for each access server, with its present secret. */
export const listRadiusClients = defineEndpoint({
  method: 'GET',
  path: '/api/network/clients',
  access: 'network',
  summary: 'The access servers as FreeRADIUS reads them from clients.conf',
  answer: null,
  errors: ['network.bad-token'],
});

const customer = z.object({ id: z.number(), name: z.string(), email: z.string() });

/** Of the access server with the address `nas`; null where none on the list has it. */
const nasName = z.optional(z.nullable(z.string()));

/**
 * An action for an access server, sent or due: end a session, or change its speed. `waiting` is
 * retried automatically until `nextAttemptAt` is null; `superseded`: the line has changed again
 * before it was sent. `answer` is the access server's last answer, or what prevented the request.
 */
const radiusAction = z.object({
  id: z.string(),
  customer,
  username: z.string(),
  kind: z.enum(['disconnect', 'change-speed']),
  reason: z.enum([
    'suspended',
    'restored',
    'plan-changed',
    'asked-by-staff',
    'limit-reached',
    'limit-lifted',
    'address-changed',
    'session-limit',
    'mac-lock',
  ]),
  nas: z.string(),
  nasName,
  sessionId: z.string(),
  state: z.enum(['waiting', 'done', 'failed', 'superseded']),
  attempts: z.number(),
  answer: z.nullable(z.string()),
  /**
   * Whether its session is still open, which only the session's Stop packet (or a long silence)
   * ends.
   */
  sessionOpen: z.boolean(),
  nextAttemptAt: z.nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type RadiusAction = z.infer<typeof radiusAction>;

export const listRadiusActions = defineEndpoint({
  method: 'GET',
  path: '/api/staff/radius-actions',
  access: 'admin',
  permission: 'network:read',
  summary: 'RADIUS actions (CoA and Disconnect), newest first; `before` is the last id of the page before',
  query: z.object({
    state: z.optional(radiusAction.shape.state),
    customer: z.optional(rowNumber),
    before: z.optional(identifier),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(radiusAction),
  errors: [],
});

/**
 * A customer's line with its login. `access` and `downloadMbps` are the state last sent to the
 * network; `online` are the open sessions.
 */
const line = z.object({
  lineId: z.number(),
  customer,
  username: z.string(),
  access: z.enum(['open', 'closed']),
  downloadMbps: z.number(),
  /** In force because the month's data are used up, with its speeds where it is slower; null is nothing. */
  limited: z.optional(
    z.nullable(
      z.object({
        do: z.enum(['slower', 'stop']),
        downloadMbps: z.optional(z.number()),
        uploadMbps: z.optional(z.number()),
      }),
    ),
  ),
  /** What it has for itself alone: an IPv4 address, an IPv6 prefix. */
  fixedAddresses: z.optional(z.array(z.string())),
  changedAt: timestamp,
  lastAcceptedAt: z.nullable(timestamp),
  lastRefusedAt: z.nullable(timestamp),
  online: z.array(
    z.object({
      nas: z.string(),
      nasName,
      sessionId: z.string(),
      address: z.nullable(z.string()),
      startedAt: timestamp,
      lastPacketAt: timestamp,
    }),
  ),
});
export type NetworkLine = z.infer<typeof line>;

const customerId = z.object({ id: rowNumber });

/** Null for a customer before the first payment, with which the line is created. */
export const getNetworkLine = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/line',
  access: 'admin',
  permission: 'lines:read',
  summary: 'A customer’s login at the network, and whether it is online',
  params: customerId,
  query: lineInQuery,
  answer: z.nullable(line),
  errors: ['customer.not-found', 'line.not-found'],
});

/**
 * Letters, digits and `. _ - @`; capitals are folded to lower case. Open sessions of the previous
 * login still count for the customer.
 */
export const renameNetworkLine = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/customers/:id/line',
  access: 'admin',
  permission: 'lines:write',
  summary: 'Give a customer’s line the login that their router uses',
  params: customerId,
  body: z.object({
    username: z
      .string('Enter the login')
      .check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9._@-]{0,63}$/, 'Use letters, digits and . _ - @')),
    reason: requiredText(500, 'Say why.'),
    ...lineInBody.shape,
  }),
  answer: z.object({ ...acknowledged, line }),
  errors: ['customer.not-found', 'line.not-found', 'network.no-line', 'network.login-taken'],
});

/**
 * Ends the open sessions of a closed line, and sets the speed of those of an open one; no effect on
 * a line that is offline.
 */
export const syncNetworkLine = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/line/sync',
  access: 'admin',
  permission: 'lines:write',
  summary: 'Sync a customer’s line with the network again: access and speed',
  params: customerId,
  body: z.object({ reason: requiredText(500, 'Say why.'), ...lineInBody.shape }),
  answer: z.object({ ...acknowledged, actions: z.number() }),
  errors: ['customer.not-found', 'line.not-found', 'network.no-line'],
});

/**
 * `paid-but-blocked`: the service is paid and the network rejects the line or was not updated.
 * `unpaid-but-online`: a session is open on a line that should be closed. `unknown-login`: a
 * session is open whose login is unknown, so `customer` is null.
 */
const accessMismatch = z.object({
  kind: z.enum(['paid-but-blocked', 'unpaid-but-online', 'unknown-login']),
  customer: z.nullable(customer),
  username: z.nullable(z.string()),
  nas: z.nullable(z.string()),
  nasName,
  since: z.nullable(timestamp),
});
export type AccessMismatch = z.infer<typeof accessMismatch>;

const totals = z.object({
  'paid-but-blocked': z.number(),
  'unpaid-but-online': z.number(),
  'unknown-login': z.number(),
});
export type AccessMismatchTotals = z.infer<typeof totals>;

/**
 * Reconciled every night at three; `reconciledAt` is null before the first night. At most 500
 * mismatches of each kind are stored; `total` and `totals` count them all.
 */
export const listAccessMismatches = defineEndpoint({
  method: 'GET',
  path: '/api/staff/access-mismatches',
  access: 'admin',
  permission: 'network:read',
  summary: 'Where the network and our subscription records differed in the latest reconciliation',
  answer: z.object({
    reconciledAt: z.nullable(timestamp),
    total: z.number(),
    totals,
    mismatches: z.array(accessMismatch),
  }),
  errors: [],
});

/**
 * Packets without a session, or with impossible counters; also, although they are counted, those of
 * access servers with a wrong clock (`wrong-clock`). `sample` is the last of its kind, shortened;
 * no countable data is lost.
 */
export const listRejectedPackets = defineEndpoint({
  method: 'GET',
  path: '/api/staff/rejected-packets',
  access: 'admin',
  permission: 'network:read',
  summary:
    'Accounting packets of which nothing could be counted, or whose clock was wrong, the latest first, at most 100 kinds',
  answer: z.array(
    z.object({
      reason: z.string(),
      nas: z.string(),
      nasName,
      username: z.string(),
      packets: z.number(),
      firstAt: timestamp,
      lastAt: timestamp,
      sample: z.string(),
    }),
  ),
  errors: [],
});

const writtenSerial = z
  .string()
  .check(z.trim(), z.regex(/^[\dA-Za-z](?:[ .:-]?[\dA-Za-z]){3,31}$/, 'Enter the serial number as it is on the box'));
const writtenMac = z
  .string()
  .check(z.trim(), z.regex(/^[\dA-Fa-f]{2}(?:[ .:-]?[\dA-Fa-f]{2}){5}$/, 'Enter the twelve digits of the MAC address'));

/** The box at the customer's, as its label has it; null where there is none or it is unknown. */
export const setLineEquipment = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/customers/:id/line-equipment',
  access: 'admin',
  permission: 'lines:write',
  summary: 'Say which fibre box (ONT) a line has, by serial number and MAC address',
  params: z.object({ id: rowNumber }),
  body: z.object({
    ontSerial: z.nullable(writtenSerial),
    ontMac: z.nullable(writtenMac),
    ...lineInBody.shape,
  }),
  answer: z.object({ ...acknowledged, ontSerial: z.nullable(z.string()), ontMac: z.nullable(z.string()) }),
  errors: ['customer.not-found', 'line.not-found', 'line.serial-taken'],
});

export const api = {
  description: 'RADIUS: authorisation and accounting of lines, and what is known of each.',
  endpoints: {
    postAccounting,
    authorizeLine,
    listRadiusClients,
    listRadiusActions,
    getNetworkLine,
    renameNetworkLine,
    syncNetworkLine,
    listAccessMismatches,
    listRejectedPackets,
    setLineEquipment,
  },
  schemas: { networkCustomer: customer, radiusAction, networkLine: line, accessMismatch, accountingTotals: totals },
};
