import { readNetwork } from '@portal/kernel/ip-network';
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText, rowNumber, storable, timestamp } from '../platform/fields.ts';
import { lineInBody, lineInQuery } from '../platform/line-of-call.ts';

/** What a line can have: one fixed IPv4 address, and one IPv6 prefix. */
const product = z.enum(['ipv4', 'ipv6-prefix']);
export type AddressProduct = z.infer<typeof product>;

/** How many addresses there are; a prefix of IPv6 counts as one. `quarantined`: released, and for nobody yet. */
const counts = {
  total: z.number(),
  taken: z.number(),
  quarantined: z.number(),
  free: z.number(),
};

/**
 * `dynamic`: the access servers give its addresses, by the name `framedPool`, to the lines of one plan.
 * `prefixLength` is that of one line's prefix; null for IPv4.
 */
const pool = z.object({
  id: z.string(),
  name: z.string(),
  kind: product,
  purpose: z.enum(['fixed', 'dynamic']),
  network: z.string(),
  prefixLength: z.nullable(z.number()),
  framedPool: z.nullable(z.string()),
  plan: z.nullable(z.object({ id: z.string(), name: z.string() })),
  retired: z.boolean(),
  /** Of a fixed pool in use that has given at most 2,000: the address that a line would get next; null where none is free. */
  nextFree: z.optional(z.nullable(z.string())),
  ...counts,
});
export type AddressPool = z.infer<typeof pool>;

export const listAddressPools = defineEndpoint({
  method: 'GET',
  path: '/api/staff/address-pools',
  access: 'admin',
  permission: 'network:read',
  summary: 'The pools of addresses, with how many are taken and free',
  answer: z.array(pool),
  errors: [],
});

const SHORTEST = { 4: 8, 6: 16 } as const;
const LONGEST = { 4: 32, 6: 64 } as const;

type Written = {
  readonly purpose: 'fixed' | 'dynamic';
  readonly network: string;
  readonly prefixLength: number | null;
  readonly framedPool: string | null;
  readonly planId: string | null;
};

type Issue = { readonly path: string; readonly message: string };

/** What is wrong with a pool, field by field; empty where nothing is. */
function faultsOfPool({ purpose, network: text, prefixLength, framedPool, planId }: Written): Issue[] {
  const network = readNetwork(text);
  if (!network || !text.includes('/'))
    return [
      {
        path: 'network',
        message: 'Write a network such as 198.51.100.0/24 or 2001:db8::/40, with no bits after its length',
      },
    ];
  const { family, length } = network;
  const faults: Issue[] = [];
  if (length < SHORTEST[family] || length > LONGEST[family])
    faults.push({ path: 'network', message: `The length is from /${SHORTEST[family]} to /${LONGEST[family]}` });
  if (
    family === 6 &&
    (prefixLength === null || prefixLength < length || prefixLength > LONGEST[6] || prefixLength - length > 32)
  )
    faults.push({
      path: 'prefixLength',
      message: `A line gets a prefix from /${length} to /${Math.min(LONGEST[6], length + 32)}`,
    });
  if (family === 4 && prefixLength !== null)
    faults.push({ path: 'prefixLength', message: 'A line gets one address of an IPv4 pool: leave the length out' });
  if (purpose === 'dynamic' && framedPool === null)
    faults.push({ path: 'framedPool', message: 'Write what the access servers call the pool' });
  if (purpose === 'fixed' && (framedPool !== null || planId !== null))
    faults.push({ path: 'framedPool', message: 'Fixed addresses come from here, not from an access server' });
  return faults;
}

/** The pool of a form. The access servers' name goes into their attributes as it is: no other characters. */
export const addressPoolForm = z
  .object({
    name: requiredText(60, 'Name the pool'),
    purpose: z.enum(['fixed', 'dynamic']),
    network: z.string('Write the network').check(z.trim(), z.maxLength(50, 'Use at most 50 characters'), storable),
    prefixLength: z.nullable(z.int('Write a whole number')),
    framedPool: z.nullable(
      z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'Use letters, digits and . _ -')),
    ),
    planId: z.nullable(identifier),
  })
  .check((form) => {
    for (const { path, message } of faultsOfPool(form.value))
      form.issues.push({ code: 'custom', path: [path], message, input: form.value });
  });
export type AddressPoolForm = z.infer<typeof addressPoolForm>;

const poolId = z.object({ id: identifier });
const written = z.object({ ...acknowledged, pool });
const poolFaults = [
  'address-pool.name-taken',
  'address-pool.overlaps',
  'address-pool.framed-pool-taken',
  'address-pool.plan-taken',
  'plan.not-found',
] as const;

export const createAddressPool = defineEndpoint({
  method: 'POST',
  path: '/api/staff/address-pools',
  access: 'admin',
  permission: 'network:write',
  summary: 'Add a pool of addresses',
  body: addressPoolForm,
  answer: written,
  errors: poolFaults,
});

/** Network, length and purpose stay once an address of it was given. */
export const editAddressPool = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/address-pools/:id',
  access: 'admin',
  permission: 'network:write',
  summary: 'Change a pool of addresses',
  params: poolId,
  body: addressPoolForm,
  answer: written,
  errors: ['address-pool.not-found', 'address-pool.in-use', ...poolFaults],
});

export const setAddressPoolRetired = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/address-pools/:id/retired',
  access: 'admin',
  permission: 'network:write',
  summary: 'Give no address of a pool any more, or again; lines keep theirs',
  params: poolId,
  body: z.object({ retired: z.boolean() }),
  answer: written,
  errors: ['address-pool.not-found', ...poolFaults],
});

/** `until` null: the line has it. `freeFrom` is the end of its quarantine. */
const given = z.object({
  id: z.string(),
  address: z.string(),
  customer: z.object({ id: z.number(), name: z.string() }),
  lineId: z.number(),
  from: timestamp,
  until: z.nullable(timestamp),
  freeFrom: z.nullable(timestamp),
});
export type GivenAddress = z.infer<typeof given>;

export const listPoolAddresses = defineEndpoint({
  method: 'GET',
  path: '/api/staff/address-pools/:id/addresses',
  access: 'admin',
  permission: 'lines:read',
  summary:
    'Whose the addresses of a pool are and were, the last given first; `before` is the last id of the page before',
  params: poolId,
  query: z.object({ before: z.optional(identifier) }),
  answer: z.array(given),
  errors: ['address-pool.not-found'],
});

/** What a line has. `until`: it ends with the paid time then; null while it goes on. */
const lineAddress = z.object({
  product,
  name: z.string(),
  address: z.string(),
  price: naira,
  since: timestamp,
  until: z.nullable(timestamp),
});
export type LineAddress = z.infer<typeof lineAddress>;

/** `offered` with what it costs a month from now on, and how many addresses are free for it. */
const staffLineAddresses = z.object({
  lineId: z.number(),
  offered: z.array(z.object({ product, name: z.string(), price: naira, free: z.number() })),
  addresses: z.array(lineAddress),
  history: z.array(
    z.object({ address: z.string(), from: timestamp, until: z.nullable(timestamp), givenBy: z.string() }),
  ),
});
export type StaffLineAddresses = z.infer<typeof staffLineAddresses>;

const customerId = z.object({ id: rowNumber });

export const getStaffLineAddresses = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/line-address',
  access: 'admin',
  permission: 'lines:read',
  summary: 'The fixed addresses that a line has and had, and what it can have',
  params: customerId,
  query: lineInQuery,
  answer: staffLineAddresses,
  errors: ['customer.not-found', 'line.not-found'],
});

/**
 * `address`: one of a pool of fixed addresses, "next" for the first free one, or null to end it with the paid
 * time. `product` says which of the two "next" and null are about. Charged as its product says: the rest of
 * the paid month at once, by the day. A line that is online reconnects once.
 */
export const setLineAddress = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/customers/:id/line-address',
  access: 'admin',
  permission: 'line-addresses:write',
  summary: 'Give a line a fixed address or IPv6 prefix, another one, or none from the end of its paid time on',
  params: customerId,
  body: z.object({
    address: z.nullable(
      z.string('Write an address, or choose the next free one').check(
        z.trim(),
        z.refine(
          (text) => text === 'next' || readNetwork(text) !== null,
          'Write an address such as 198.51.100.7, or a prefix',
        ),
      ),
    ),
    product: z.optional(product),
    ...lineInBody.shape,
  }),
  answer: z.object({ ...acknowledged, ...staffLineAddresses.shape }),
  errors: [
    'customer.not-found',
    'customer.own-account',
    'line.not-found',
    'line-address.outside-pools',
    'line-address.not-usable',
    'line-address.wrong-length',
    'line-address.taken',
    'line-address.in-quarantine',
    'line-address.none-free',
    'subscription.none',
    'subscription.not-running',
    'addon.not-offered',
  ],
});

export const listLineAddresses = defineEndpoint({
  method: 'GET',
  path: '/api/user/line-addresses',
  access: 'session',
  viewable: true,
  accountRole: 'any',
  ofLine: true,
  summary: 'The fixed addresses of the line, with what each costs a month',
  answer: z.array(lineAddress),
  errors: [],
});

export const api = {
  description: 'Pools of addresses, and the fixed addresses of lines.',
  endpoints: {
    listAddressPools,
    createAddressPool,
    editAddressPool,
    setAddressPoolRetired,
    listPoolAddresses,
    getStaffLineAddresses,
    setLineAddress,
    listLineAddresses,
  },
  schemas: { addressPool: pool, addressPoolForm, givenAddress: given, lineAddress, staffLineAddresses },
};
