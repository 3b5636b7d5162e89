import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
import { staffRoles } from '../platform/staff-permissions.ts';

/** A view lasts this long, and is never prolonged. */
export const VIEW_MINUTES = 10;

/** As long as this a list of pages goes on; what is opened after that is no longer listed. */
export const MOST_VIEWED_PAGES = 100;

const view = z.object({
  id: z.number(),
  customer: z.object({ id: z.number(), name: z.string() }),
  reason: z.string(),
  startedAt: timestamp,
  /** Null while it goes on. */
  endedAt: z.nullable(timestamp),
  /** 0 once it has ended. */
  secondsLeft: z.number(),
  /** The paths of the pages that were opened in it, in order, without what stands behind `?`. */
  pages: z.array(z.string()),
  /** How many changes were tried in it; all were refused. */
  writesRefused: z.number(),
});
export type AccountView = z.infer<typeof view>;

const viewId = z.object({ id: rowNumber });

export const beginAccountView = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/views',
  access: 'admin',
  permission: 'customers:view-as',
  freshProof: true,
  summary:
    'See the portal as this customer does: for ten minutes this browser reads it as theirs and every write answers 403; the caller’s earlier view ends',
  params: viewId,
  body: z.object({ reason: requiredText(300, 'Say why.') }),
  answer: z.object({ ...acknowledged, view }),
  errors: ['customer.not-found', 'view.not-possible'],
});

export const endAccountView = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/account-views/:id',
  access: 'admin',
  permission: 'customers:view-as',
  summary: 'End one’s own view as a customer; repeating answers the same',
  params: viewId,
  answer: z.object({ ...acknowledged, view }),
  errors: ['view.not-found'],
});

export const getAccountView = defineEndpoint({
  method: 'GET',
  path: '/api/staff/account-views/:id',
  access: 'admin',
  permission: 'customers:read',
  summary: 'A view as a customer: how long it was, which pages were opened, how many changes were tried',
  params: viewId,
  answer: view,
  errors: ['view.not-found'],
});

const ownView = z.object({
  id: z.number(),
  /** Who looked: their first name, and the role they had. */
  firstName: z.string(),
  role: z.enum(staffRoles),
  reason: z.string(),
  startedAt: timestamp,
  /** Null while it goes on. */
  endedAt: z.nullable(timestamp),
});
export type OwnAccountView = z.infer<typeof ownView>;

export const listAccountViews = defineEndpoint({
  method: 'GET',
  path: '/api/user/account-views',
  access: 'session',
  viewable: true,
  summary: 'Who of the staff has seen the portal as the caller sees it, when and why: the newest 50',
  answer: z.array(ownView),
  errors: [],
});

export const api = {
  description: 'Staff seeing the portal as one customer sees it, and what that customer reads of it.',
  endpoints: { beginAccountView, endAccountView, getAccountView, listAccountViews },
  schemas: { accountView: view, ownAccountView: ownView },
};
