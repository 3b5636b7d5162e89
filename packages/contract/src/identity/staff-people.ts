import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, emailAddress, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
import { permissions, staffRoles } from '../platform/staff-permissions.ts';

const role = z.enum(staffRoles, 'Choose a role');
const permission = z.enum(permissions);

export const getStaffMe = defineEndpoint({
  method: 'GET',
  path: '/api/staff/me',
  access: 'admin',
  permission: 'any',
  summary: 'The caller’s name, their roles, and what these allow together',
  answer: z.object({ id: z.number(), name: z.string(), roles: z.array(role), permissions: z.array(permission) }),
  errors: [],
});

/**
 * `lastSignInAt` and `lastUsedAt` are null for somebody who has never been in the console. The last use
 * lags a minute. `secondFactor`: an authenticator app is set up. `signsInBy`: whoever signs in by the
 * directory counts for `password`, too, once they have such an app.
 */
const staffPerson = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  roles: z.array(role),
  isOn: z.boolean(),
  secondFactor: z.boolean(),
  signsInBy: z.array(z.enum(['password', 'directory'])),
  lastSignInAt: z.nullable(timestamp),
  lastUsedAt: z.nullable(timestamp),
});
export type StaffPerson = z.infer<typeof staffPerson>;

export const listStaffPeople = defineEndpoint({
  method: 'GET',
  path: '/api/staff/people',
  access: 'admin',
  permission: 'staff:read',
  summary: 'Everybody who works at the console, by name',
  answer: z.array(staffPerson),
  errors: [],
});

export const exportAccessReview = defineEndpoint({
  method: 'GET',
  path: '/api/staff/access-review.csv',
  access: 'admin',
  permission: 'staff:read',
  summary: 'Who may do what in the console and when they were last in it, as CSV',
  freshProof: true,
  answer: null,
  errors: [],
});

const roles = z.array(role).check(z.minLength(1, 'Choose at least one role'), z.maxLength(staffRoles.length));

export const addStaff = defineEndpoint({
  method: 'POST',
  path: '/api/staff/people',
  access: 'admin',
  permission: 'staff:write',
  summary: 'Add a member of staff, who chooses a password by a mailed link; all owners are told',
  body: z.object({
    email: emailAddress,
    firstName: requiredText(100, 'Enter the first name'),
    lastName: requiredText(100, 'Enter the last name'),
    roles,
  }),
  freshProof: true,
  answer: z.object({ ...acknowledged, person: staffPerson }),
  errors: ['staff.appointed', 'staff.account-disabled'],
});

const personId = z.object({ id: rowNumber });

export const changeStaffRoles = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/people/:id/roles',
  access: 'admin',
  permission: 'staff:write',
  summary: 'Change the roles of a member of staff, from their next request on; one active owner remains',
  params: personId,
  body: z.object({ roles }),
  freshProof: true,
  answer: z.object({ ...acknowledged, person: staffPerson }),
  errors: ['staff.not-found', 'staff.last-owner'],
});

export const switchStaff = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/people/:id/active',
  access: 'admin',
  permission: 'staff:write',
  summary: 'Switch a member of staff off, who is signed out everywhere, or on again; one active owner remains',
  params: personId,
  body: z.object({ isOn: z.boolean(), reason: requiredText(500, 'Say why.') }),
  freshProof: true,
  answer: z.object({ ...acknowledged, person: staffPerson }),
  errors: ['staff.not-found', 'staff.last-owner', 'customer.oneself'],
});

const roleView = z.object({ name: role, permissions: z.array(permission) });
export type RoleView = z.infer<typeof roleView>;

export const listStaffRoles = defineEndpoint({
  method: 'GET',
  path: '/api/staff/roles',
  access: 'admin',
  permission: 'staff:read',
  summary: 'The roles, and what each allows',
  answer: z.array(roleView),
  errors: [],
});

export const changeStaffRole = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/roles/:name',
  access: 'admin',
  permission: 'staff:write',
  summary: 'Change what a role allows, for all who have it, from their next request on',
  params: z.object({ name: role }),
  body: z.object({ permissions: z.array(permission).check(z.maxLength(permissions.length)) }),
  freshProof: true,
  answer: z.object({ ...acknowledged, role: roleView }),
  errors: ['staff.not-grantable'],
});

export const api = {
  description: 'Who works at the console, and what their roles allow.',
  endpoints: {
    getStaffMe,
    listStaffPeople,
    exportAccessReview,
    addStaff,
    changeStaffRoles,
    switchStaff,
    listStaffRoles,
    changeStaffRole,
  },
  schemas: { staffRole: role, permission, staffPerson, roleView },
};
