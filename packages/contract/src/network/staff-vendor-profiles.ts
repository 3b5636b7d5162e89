import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, timestamp } from '../platform/fields.ts';

/** What an access server is told about a line, each with the attributes that its vendor has for it. */
export const templatePurposes = [
  'speed',
  'burst',
  'pool',
  'limit-policy',
  'static-address',
  'ipv6-prefix',
  'session-timeout',
] as const;
export type TemplatePurpose = (typeof templatePurposes)[number];

const MOST_LINES = 20;

/** `value` may have placeholders such as `{downMbps}`; the server says which a purpose has. */
const writtenLine = z.object({
  attribute: requiredText(64, 'Write lines such as Filter-Id = {policy}'),
  value: requiredText(200, 'Write lines such as Filter-Id = {policy}'),
});
const writtenLines = z.array(writtenLine).check(z.maxLength(MOST_LINES, `Use at most ${MOST_LINES} lines`));
const writtenTemplates = {
  speed: writtenLines,
  burst: writtenLines,
  pool: writtenLines,
  'limit-policy': writtenLines,
  'static-address': writtenLines,
  'ipv6-prefix': writtenLines,
  'session-timeout': writtenLines,
};

const line = z.object({ attribute: z.string(), value: z.string() });
export type ProfileLine = z.infer<typeof line>;
const lines = z.array(line);
const templates = z.object({
  speed: lines,
  burst: lines,
  pool: lines,
  'limit-policy': lines,
  'static-address': lines,
  'ipv6-prefix': lines,
  'session-timeout': lines,
});
export type ProfileTemplates = z.infer<typeof templates>;

/**
 * `builtIn`: it comes with the portal, and can be set back to what it was. `isEdited`: it differs from
 * that. `isDefault`: access servers that nobody has added get it. `servers`: how many have it.
 */
const vendorProfile = z.object({
  id: z.string(),
  name: z.string(),
  builtIn: z.boolean(),
  isEdited: z.boolean(),
  isDefault: z.boolean(),
  templates,
  servers: z.number(),
  updatedAt: timestamp,
});
export type VendorProfile = z.infer<typeof vendorProfile>;

const profileId = z.object({ id: identifier });
const name = requiredText(60, 'Name the profile');
const written = z.object({ ...acknowledged, profile: vendorProfile });

/** By name; `placeholders` by purpose, and the attributes that are known. */
export const listVendorProfiles = defineEndpoint({
  method: 'GET',
  path: '/api/staff/vendor-profiles',
  access: 'admin',
  permission: 'access-servers:read',
  summary: 'How access servers of each vendor are told speed, addresses and the policy at the limit',
  answer: z.object({
    profiles: z.array(vendorProfile),
    placeholders: z.array(z.object({ purpose: z.enum(templatePurposes), names: z.array(z.string()) })),
    attributes: z.array(z.object({ name: z.string(), type: z.enum(['text', 'whole', 'ipv4', 'ipv6-prefix']) })),
  }),
  errors: [],
});

export const createVendorProfile = defineEndpoint({
  method: 'POST',
  path: '/api/staff/vendor-profiles',
  access: 'admin',
  permission: 'access-servers:write',
  summary: 'Add a profile; a line that access servers would not understand is refused',
  body: z.object({ name, ...writtenTemplates }),
  answer: written,
  errors: ['vendor-profile.name-taken'],
});

/** Authorisations use it at once, running sessions at their next change. */
export const changeVendorProfile = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/vendor-profiles/:id',
  access: 'admin',
  permission: 'access-servers:write',
  summary: 'Change a profile; a line that access servers would not understand is refused',
  params: profileId,
  body: z.object({ name, ...writtenTemplates }),
  answer: written,
  errors: ['vendor-profile.not-found', 'vendor-profile.name-taken'],
});

export const resetVendorProfile = defineEndpoint({
  method: 'POST',
  path: '/api/staff/vendor-profiles/:id/reset',
  access: 'admin',
  permission: 'access-servers:write',
  summary: 'Set a profile that comes with the portal back to what it was',
  params: profileId,
  answer: written,
  errors: ['vendor-profile.not-found', 'vendor-profile.not-built-in'],
});

export const deleteVendorProfile = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/vendor-profiles/:id',
  access: 'admin',
  permission: 'access-servers:write',
  summary: 'Delete a profile that no access server has and that does not come with the portal',
  params: profileId,
  answer: z.object(acknowledged),
  errors: ['vendor-profile.not-found', 'vendor-profile.in-use', 'vendor-profile.built-in'],
});

const draft = z.optional(writtenLines);

/**
 * What a line of the plan gets: `accept` when it connects, `change` in a session that runs. `slower` and
 * `stopped` are examples of the limit, with 2 Mbps down, 1 Mbps up and the policy `over-limit`; the address,
 * prefix, pool and session timeout are examples, too. Lines that are given are used instead of the stored ones.
 */
export const previewVendorProfile = defineEndpoint({
  method: 'POST',
  path: '/api/staff/vendor-profiles/:id/preview',
  access: 'admin',
  permission: 'access-servers:write',
  summary: 'The attributes that a line of a plan would get, at its speed and at the limit; nothing is stored',
  params: profileId,
  body: z.object({
    planId: identifier,
    speed: draft,
    burst: draft,
    pool: draft,
    'limit-policy': draft,
    'static-address': draft,
    'ipv6-prefix': draft,
    'session-timeout': draft,
  }),
  answer: z.object({
    accept: z.array(line),
    withBurst: z.array(line),
    withAddress: z.array(line),
    slower: z.array(line),
    stopped: z.array(line),
  }),
  errors: ['vendor-profile.not-found', 'plan.not-found'],
});

export const api = {
  description: 'How access servers of each vendor are told what a line gets.',
  endpoints: {
    listVendorProfiles,
    createVendorProfile,
    changeVendorProfile,
    resetVendorProfile,
    deleteVendorProfile,
    previewVendorProfile,
  },
  schemas: { vendorProfile, profileLine: line },
};
