import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  acknowledged,
  identifier,
  isStorableTime,
  optionalText,
  requiredText,
  rowNumber,
  timestamp,
} from '../platform/fields.ts';
import { lineInBody } from '../platform/line-of-call.ts';
import { incident } from './incidents.ts';

const moment = z
  .string('Enter a time')
  .check(z.iso.datetime({ offset: true, error: 'Enter a time' }), z.refine(isStorableTime, 'Enter a time'));

/**
 * `startsAt` is now or earlier for an incident; maintenance is announced in advance, by law seven
 * days. `endsAt` is the expected end.
 */
const incidentForm = z.object({
  kind: z.enum(['incident', 'maintenance']),
  severity: z.enum(['minor', 'major']),
  area: requiredText(100, 'Name the area'),
  title: requiredText(200, 'Say what it is'),
  details: optionalText(2000),
  cause: optionalText(300),
  startsAt: moment,
  endsAt: z.nullable(moment),
});
export type IncidentForm = z.infer<typeof incidentForm>;

/**
 * `resolvedAt` is when it ended, not before it began and not in the future; without it, it stays
 * unchanged. Only for a resolved incident.
 */
export const incidentCorrection = z.extend(incidentForm, { resolvedAt: z.optional(moment) });
export type IncidentCorrection = z.infer<typeof incidentCorrection>;

/**
 * `phase`: its current state for customers. Maintenance is also `over` once its planned end has
 * passed, without being closed.
 */
const staffIncident = z.extend(incident, {
  phase: z.enum(['under-way', 'planned', 'over']),
  resolvedAt: z.nullable(timestamp),
  createdAt: timestamp,
});
export type StaffIncident = z.infer<typeof staffIncident>;

const incidentId = z.object({ id: identifier });
const written = z.object({ ...acknowledged, incident: staffIncident });

export const listStaffIncidents = defineEndpoint({
  method: 'GET',
  path: '/api/staff/incidents',
  access: 'admin',
  permission: 'network:read',
  summary:
    'Incidents and maintenance, or those of one phase, latest beginning first; `before` is the last id of the page before',
  query: z.object({
    phase: z.optional(staffIncident.shape.phase),
    before: z.optional(identifier),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(staffIncident),
  errors: [],
});

export const createIncident = defineEndpoint({
  method: 'POST',
  path: '/api/staff/incidents',
  access: 'admin',
  permission: 'network:write',
  summary: 'Publish an incident, which is open at once, or maintenance, which begins by itself',
  body: incidentForm,
  answer: written,
  errors: [],
});

export const editIncident = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/incidents/:id',
  access: 'admin',
  permission: 'network:write',
  summary: 'Correct the published facts, and once it is resolved its end; its kind stays',
  params: incidentId,
  body: incidentCorrection,
  answer: written,
  errors: ['incident.not-found'],
});

/**
 * `status`: `open` begins maintenance early, `resolved` ends either, permanently: at `resolvedAt`,
 * or now by default.
 */
export const updateIncident = defineEndpoint({
  method: 'POST',
  path: '/api/staff/incidents/:id/updates',
  access: 'admin',
  permission: 'network:write',
  summary: 'Publish an update, and with a status change it',
  params: incidentId,
  body: z.object({
    text: requiredText(2000, 'Write the update first'),
    status: z.optional(z.enum(['open', 'resolved'])),
    resolvedAt: z.optional(moment),
    cause: optionalText(300),
  }),
  answer: written,
  errors: ['incident.not-found', 'incident.resolved'],
});

export const listServiceAreas = defineEndpoint({
  method: 'GET',
  path: '/api/staff/areas',
  access: 'admin',
  permission: 'network:read',
  summary:
    'Where the network is, by name: named by staff, or a region that plans are sold in. "Garki, Abuja" lies within "Abuja"',
  answer: z.array(z.string()),
  errors: [],
});

/** A name that is not on the list is added. Null: the area is unknown again. */
export const setCustomerArea = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/customers/:id/area',
  access: 'admin',
  permission: 'network:write',
  summary: 'Say where a customer’s line is, which decides about outages',
  params: z.object({ id: rowNumber }),
  body: z.object({ area: z.nullable(requiredText(100, 'Name the area')), ...lineInBody.shape }),
  answer: z.object({ ...acknowledged, area: z.nullable(z.string()) }),
  errors: ['customer.not-found', 'line.not-found'],
});

/**
 * What the network has in an area, null where staff have not said; `lines` are those that are
 * connected there, paid or suspended. Each area is for itself: "Abuja" is without "Garki, Abuja".
 */
const areaCapacity = z.object({
  area: z.string(),
  lines: z.number(),
  uplinkMbps: z.nullable(z.number()),
  linePorts: z.nullable(z.number()),
});
export type AreaCapacity = z.infer<typeof areaCapacity>;

export const listAreaCapacity = defineEndpoint({
  method: 'GET',
  path: '/api/staff/area-capacity',
  access: 'admin',
  permission: 'network:read',
  summary: 'The areas by name, with their lines and what the network has there',
  answer: z.array(areaCapacity),
  errors: [],
});

const capacity = (most: number, message: string) =>
  z.nullable(z.int(message).check(z.minimum(1, message), z.maximum(most, message)));

export const setAreaCapacity = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/area-capacity',
  access: 'admin',
  permission: 'network:write',
  summary: 'Say what uplink and how many line ports an area has; null is unknown. A new area is added',
  body: z.object({
    area: requiredText(100, 'Name the area'),
    uplinkMbps: capacity(10_000_000, 'Enter Mbps, from 1 to 10,000,000'),
    linePorts: capacity(1_000_000, 'Enter a number from 1 to 1,000,000'),
  }),
  answer: z.object(acknowledged),
  errors: [],
});

export const api = {
  description: 'Publishing incidents and maintenance, and the areas that they are in.',
  endpoints: {
    listStaffIncidents,
    createIncident,
    editIncident,
    updateIncident,
    listServiceAreas,
    setCustomerArea,
    listAreaCapacity,
    setAreaCapacity,
  },
  schemas: { incidentForm, incidentCorrection, staffIncident, areaCapacity },
};
