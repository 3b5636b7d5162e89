import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, requiredText, rowNumber } from '../platform/fields.ts';

/** The lists that have filters. */
export const filteredLists = ['customers', 'tickets'] as const;
export type FilteredList = (typeof filteredLists)[number];

const list = z.enum(filteredLists);
const name = requiredText(60, 'Name the filter.');

/** `query`: as in the address of the list's page. `own`: of the caller, and for nobody else to see. */
const savedFilter = z.object({
  id: z.number(),
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  /** Who saved it. */
  by: z.string(),
});
export type SavedFilter = z.infer<typeof savedFilter>;

const stored = z.object({ ...acknowledged, filter: savedFilter });
const filterId = z.object({ id: rowNumber });

export const listSavedFilters = defineEndpoint({
  method: 'GET',
  path: '/api/staff/saved-filters',
  access: 'admin',
  permission: 'customers:read',
  summary: 'The filters of a list that the caller has saved, and those that are shared, by name',
  query: z.object({ list }),
  answer: z.array(savedFilter),
  errors: [],
});

export const saveFilter = defineEndpoint({
  method: 'POST',
  path: '/api/staff/saved-filters',
  access: 'admin',
  permission: 'filters:write',
  summary: 'Save a filter for oneself; one with the same name is replaced',
  body: z.object({
    list,
    name,
    query: z.string().check(z.maxLength(500), z.regex(/^[\w.~*+%=&-]*$/, 'This is not a filter')),
  }),
  answer: stored,
  errors: ['filter.too-many'],
});

export const renameFilter = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/saved-filters/:id',
  access: 'admin',
  permission: 'filters:write',
  summary: 'Rename a filter of one’s own; a shared one needs `filters:share`',
  params: filterId,
  body: z.object({ name }),
  answer: stored,
  errors: ['filter.not-found', 'filter.name-taken'],
});

export const shareFilter = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/saved-filters/:id/shared',
  access: 'admin',
  permission: 'filters:share',
  summary: 'Show a filter to all staff, or only to who saved it again',
  params: filterId,
  body: z.object({ isShared: z.boolean() }),
  answer: stored,
  errors: ['filter.not-found', 'filter.name-taken'],
});

export const deleteFilter = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/saved-filters/:id',
  access: 'admin',
  permission: 'filters:write',
  summary: 'Delete a filter of one’s own; a shared one needs `filters:share`',
  params: filterId,
  answer: z.object(acknowledged),
  errors: ['filter.not-found'],
});

export const api = {
  description: 'Filters of the customer list that staff have saved.',
  endpoints: { listSavedFilters, saveFilter, renameFilter, shareFilter, deleteFilter },
  schemas: { savedFilter },
};
