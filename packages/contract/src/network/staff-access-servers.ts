import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, storable, timestamp } from '../platform/fields.ts';

/** The address of the entry that stands for every access server that has none of its own. */
export const ALL_OTHERS = '*';

const ADDRESS = 'Enter its IPv4 or IPv6 address, as its packets name it';
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/;
const IPV6 = /^[\da-f:]{2,39}$/i;

/** The server reads it more strictly, and stores IPv6 in its short form. */
const address = z.string(ADDRESS).check(
  z.trim(),
  z.maxLength(45, ADDRESS),
  z.refine((text) => text === ALL_OTHERS || IPV4.test(text) || (text.includes(':') && IPV6.test(text)), ADDRESS),
);

const SECRET = "Use 16 to 64 letters, digits and signs of a plain keyboard, without spaces, ' and \\";
/** FreeRADIUS takes every other sign as it is. */
const secret = z.string(SECRET).check(z.regex(/^[!-&(-[\]-~]{16,64}$/, SECRET));

const PORT = 'Enter a port from 1 to 65535; most have 3799';
const coaPort = z.number(PORT).check(z.int(PORT), z.minimum(1, PORT), z.maximum(65_535, PORT));

const facts = {
  name: requiredText(60, 'Name the access server'),
  address,
  profileId: z.string('Choose its vendor').check(z.minLength(1, 'Choose its vendor'), z.maxLength(64), storable),
  area: z.nullable(requiredText(100, 'Name the area')),
  coaPort,
};

/**
 * `isTurning`: its secret was replaced, and the one before is accepted until staff end the turn.
 * `lastPacketAt`, `packetsPerSecond` (over five minutes) and `clockOffsetMs` (its clock ahead of ours) are
 * of its accounting packets, up to 15 seconds late. `coa`: its answers to Disconnect and CoA in 24 hours.
 */
const accessServer = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  profile: z.object({ id: z.string(), name: z.string() }),
  area: z.nullable(z.string()),
  coaPort: z.number(),
  isTurning: z.boolean(),
  sessions: z.number(),
  lastPacketAt: z.nullable(timestamp),
  packetsPerSecond: z.number(),
  clockOffsetMs: z.nullable(z.number()),
  coa: z.object({ done: z.number(), refused: z.number(), silent: z.number() }),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type AccessServer = z.infer<typeof accessServer>;

const serverId = z.object({ id: identifier });
const written = z.object({ ...acknowledged, server: accessServer });

/**
 * By name. `unknown`: addresses with open sessions that are not on the list, 50 at most. `changedAt`: when
 * the list that FreeRADIUS reads last changed; `fetches`: when each RADIUS server read it.
 */
export const listAccessServers = defineEndpoint({
  method: 'GET',
  path: '/api/staff/access-servers',
  access: 'admin',
  permission: 'access-servers:read',
  summary: 'The access servers, without their secrets, and how they are doing',
  answer: z.object({
    servers: z.array(accessServer),
    unknown: z.array(z.object({ address: z.string(), sessions: z.number() })),
    changedAt: z.nullable(timestamp),
    fetches: z.array(z.object({ address: z.string(), at: timestamp })),
  }),
  errors: [],
});

const taken = ['access-server.name-taken', 'access-server.address-taken', 'vendor-profile.not-found'] as const;

export const createAccessServer = defineEndpoint({
  method: 'POST',
  path: '/api/staff/access-servers',
  access: 'admin',
  permission: 'access-servers:write',
  summary: 'Add an access server; no answer ever has its secret',
  body: z.object({ ...facts, secret }),
  freshProof: true,
  answer: written,
  errors: taken,
});

export const changeAccessServer = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/access-servers/:id',
  access: 'admin',
  permission: 'access-servers:write',
  summary: 'Change the facts of an access server; its secret stays',
  params: serverId,
  body: z.object(facts),
  freshProof: true,
  answer: written,
  errors: ['access-server.not-found', ...taken],
});

/** Until the turn is ended, requests are signed with the new secret, and without an answer with the former. */
export const turnAccessServerSecret = defineEndpoint({
  method: 'POST',
  path: '/api/staff/access-servers/:id/secret',
  access: 'admin',
  permission: 'access-servers:write',
  summary: 'Give an access server a new secret; the one before is accepted until the turn is ended',
  params: serverId,
  body: z.object({ secret }),
  freshProof: true,
  answer: written,
  errors: ['access-server.not-found', 'access-server.turning'],
});

export const endAccessServerTurn = defineEndpoint({
  method: 'POST',
  path: '/api/staff/access-servers/:id/secret/turned',
  access: 'admin',
  permission: 'access-servers:write',
  summary: 'End the turn of a secret: the access server has the new one',
  params: serverId,
  answer: written,
  errors: ['access-server.not-found', 'access-server.not-turning'],
});

/**
 * Asks it to end a session that does not exist, which it refuses with an answer that the secret signs
 * (RFC 5176). `verdict`: `right`, `former-secret` (only that before the turn), `silent`, `refused` (it answers,
 * but not to requests of this kind) or `unreachable`. `message` says what mends it.
 */
export const testAccessServer = defineEndpoint({
  method: 'POST',
  path: '/api/staff/access-servers/:id/test',
  access: 'admin',
  permission: 'access-servers:write',
  summary: 'Whether an access server takes our requests, asked with one that touches no session',
  params: serverId,
  answer: z.object({
    success: z.literal(true),
    verdict: z.enum(['right', 'former-secret', 'silent', 'refused', 'unreachable']),
    message: z.string(),
  }),
  errors: ['access-server.not-found', 'access-server.no-address'],
});

/** Its sessions go on; their packets are counted as before. */
export const retireAccessServer = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/access-servers/:id',
  access: 'admin',
  permission: 'access-servers:write',
  summary: 'Take an access server off the list; its secret is forgotten',
  params: serverId,
  answer: z.object(acknowledged),
  errors: ['access-server.not-found'],
});

export const api = {
  description: 'The access servers of the network.',
  endpoints: {
    listAccessServers,
    createAccessServer,
    changeAccessServer,
    turnAccessServerSecret,
    endAccessServerTurn,
    testAccessServer,
    retireAccessServer,
  },
  schemas: { accessServer },
};
