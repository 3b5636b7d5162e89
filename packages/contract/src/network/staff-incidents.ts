import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, optionalText, requiredText, timestamp } from '../platform/fields.ts';
import { incident } from './incidents.ts';

const moment = z.string('Enter a time').check(z.iso.datetime({ offset: true, error: 'Enter a time' }));

/** `startsAt` now or earlier for an incident; maintenance is announced ahead, by law seven days. `endsAt` is when we expect it to be over. */
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

/** `resolvedAt` is when it was over, neither before it began nor ahead; left out, it stays as it is. Only of one that is resolved. */
export const incidentCorrection = z.extend(incidentForm, { resolvedAt: z.optional(moment) });
export type IncidentCorrection = z.infer<typeof incidentCorrection>;

/** `phase`: what it is to customers now. Maintenance is `over` also once its planned end has passed, without anybody closing it. */
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
  summary: 'Tell customers of an incident, which is open at once, or of maintenance, which begins by itself',
  body: incidentForm,
  answer: written,
  errors: [],
});

export const editIncident = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/incidents/:id',
  access: 'admin',
  summary: 'Correct what customers are told, and once it is resolved when it was over; its kind stays',
  params: incidentId,
  body: incidentCorrection,
  answer: written,
  errors: ['incident.not-found'],
});

/** `status`: `open` begins maintenance early, `resolved` ends either, for good: at `resolvedAt`, or now where that is left out. */
export const updateIncident = defineEndpoint({
  method: 'POST',
  path: '/api/staff/incidents/:id/updates',
  access: 'admin',
  summary: 'Tell customers how it goes on, and with a status move it',
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
  summary:
    'Where the network is, by name: named by staff, or a region that plans are sold in. "Garki, Abuja" lies within "Abuja"',
  answer: z.array(z.string()),
  errors: [],
});

/** A name that is not on the list goes on it. Null: nobody knows any more. */
export const setCustomerArea = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/customers/:id/area',
  access: 'admin',
  summary: 'Say where a customer’s line is, which decides about outages',
  params: z.object({ id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) }),
  body: z.object({ area: z.nullable(requiredText(100, 'Name the area')) }),
  answer: z.object({ ...acknowledged, area: z.nullable(z.string()) }),
  errors: ['customer.not-found'],
});
