import * as z from 'zod/mini';
import { nairaPrice } from '../platform/amounts.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText } from '../platform/fields.ts';

const terms = {
  name: requiredText(100, 'Name the bundle'),
  price: nairaPrice(),
};

/** `price` in naira, VAT as on the plans. */
export const bundleForm = z.object({
  ...terms,
  gigabytes: z
    .number('Enter the data in GB')
    .check(z.int('Enter whole GB'), z.minimum(1, 'Enter the data in GB'), z.maximum(100_000, 'Use at most 100,000 GB')),
});
export type BundleForm = z.infer<typeof bundleForm>;

/** `sold` counts those bought in this Lagos month and not refunded. */
const staffBundle = z.object({
  id: z.string(),
  name: z.string(),
  gigabytes: z.number(),
  price: naira,
  active: z.boolean(),
  sold: z.number(),
});
export type StaffBundle = z.infer<typeof staffBundle>;

const bundleId = z.object({ id: identifier });
const written = z.object({ ...acknowledged, bundle: staffBundle });

export const listStaffBundles = defineEndpoint({
  method: 'GET',
  path: '/api/staff/data-bundles',
  access: 'admin',
  permission: 'plans:read',
  summary: 'All data bundles, the smallest first, retired ones too',
  answer: z.array(staffBundle),
  errors: [],
});

export const createBundle = defineEndpoint({
  method: 'POST',
  path: '/api/staff/data-bundles',
  access: 'admin',
  permission: 'plans:write',
  summary: 'Offer a new data bundle',
  body: bundleForm,
  answer: written,
  errors: ['bundle.name-taken'],
});

/**
 * The size cannot be changed, because a customer may be paying for it: another size is another
 * bundle.
 */
export const editBundle = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/data-bundles/:id',
  access: 'admin',
  permission: 'plans:write',
  summary: 'Change the name or the price of a data bundle; payments that are under way keep theirs',
  params: bundleId,
  body: z.object(terms),
  answer: written,
  errors: ['bundle.not-found', 'bundle.name-taken'],
});

export const setBundleActive = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/data-bundles/:id/active',
  access: 'admin',
  permission: 'plans:write',
  summary: 'Retire a data bundle, which whoever is paying for it still gets, or offer it again',
  params: bundleId,
  body: z.object({ active: z.boolean() }),
  answer: written,
  errors: ['bundle.not-found'],
});

export const api = {
  description: 'The data bundles on sale, and those that are retired.',
  endpoints: { listStaffBundles, createBundle, editBundle, setBundleActive },
  schemas: { dataBundleForm: bundleForm, staffDataBundle: staffBundle },
};
