import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { timestamp } from '../platform/fields.ts';

/** `cause` is empty while it is unknown. `updates` are oldest first. */
export const incident = z.object({
  id: z.string(),
  kind: z.enum(['incident', 'maintenance']),
  severity: z.enum(['minor', 'major']),
  status: z.enum(['scheduled', 'open', 'resolved']),
  area: z.string(),
  title: z.string(),
  details: z.string(),
  cause: z.string(),
  updates: z.array(z.object({ text: z.string(), at: timestamp })),
  startsAt: timestamp,
  endsAt: z.nullable(timestamp),
});
export type NetworkIncident = z.infer<typeof incident>;

/** Without an open incident it is exactly Online / Excellent / None. */
const networkStatus = z.object({
  connection: z.enum(['Online', 'Partial outage', 'Major outage']),
  quality: z.enum(['Excellent', 'Degraded', 'Poor']),
  /** "None", "Under way", or when the next one begins, as a date in Lagos. */
  maintenance: z.string(),
  incidents: z.array(incident),
  updatedAt: timestamp,
});
export type NetworkStatus = z.infer<typeof networkStatus>;

export const getNetworkStatus = defineEndpoint({
  method: 'GET',
  path: '/api/network/status',
  access: 'anyone',
  viewable: true,
  summary: 'Incidents and planned maintenance that concern customers now',
  answer: networkStatus,
  errors: [],
});

/**
 * Only incidents that may affect the caller's line, which is in `area`; null while its area is not
 * set: then every incident may.
 */
const ownNetworkStatus = z.extend(networkStatus, { area: z.nullable(z.string()) });
export type OwnNetworkStatus = z.infer<typeof ownNetworkStatus>;

export const getOwnNetworkStatus = defineEndpoint({
  method: 'GET',
  path: '/api/user/network-status',
  access: 'session',
  viewable: true,
  accountRole: 'any',
  ofLine: true,
  summary: 'The network status where the caller’s line is',
  answer: ownNetworkStatus,
  errors: [],
});

/** `endedAt` is before `startsAt` where maintenance was cancelled. */
const pastIncident = z.extend(incident, { endedAt: timestamp });
export type PastIncident = z.infer<typeof pastIncident>;

/**
 * The status page. `areas` are those with an active incident, the worst first. `days` are the last
 * 30 in Lagos, today last, each by the midnight it begins with and its worst fault. `past` are
 * incidents that ended within them, the latest end first, 50 at most.
 */
const networkReport = z.extend(networkStatus, {
  areas: z.array(
    z.object({
      name: z.string(),
      connection: z.enum(['Online', 'Partial outage', 'Major outage']),
      maintenance: z.boolean(),
    }),
  ),
  days: z.array(z.object({ startsAt: timestamp, worst: z.enum(['none', 'minor', 'major']) })),
  past: z.array(pastIncident),
});
export type NetworkReport = z.infer<typeof networkReport>;

export const getNetworkReport = defineEndpoint({
  method: 'GET',
  path: '/api/network/report',
  access: 'anyone',
  viewable: true,
  summary: 'The network status with its areas and the last 30 days',
  answer: networkReport,
  errors: [],
});

export const api = {
  description: 'The status of the network, now and in earlier months.',
  endpoints: { getNetworkStatus, getOwnNetworkStatus, getNetworkReport },
  schemas: { incident, networkStatus, ownNetworkStatus, pastIncident, networkReport },
};
