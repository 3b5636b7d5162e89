import { readAddress } from '@portal/kernel/ip-address';
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { isStorableTime, requiredText, storable, timestamp } from '../platform/fields.ts';

const LEAST_LETTERS = 10;
const NO_MOMENT = 'Say at which moment: a search over all time is not answered';
const PORTS = 'Use a port from 1 to 65535';

const question = z.object({
  address: z.string('Enter an IPv4 or IPv6 address').check(
    z.maxLength(60, 'Enter an IPv4 or IPv6 address'),
    storable,
    z.refine((text) => readAddress(text) !== null, 'Enter an IPv4 or IPv6 address'),
  ),
  at: z.iso.datetime({ offset: true, error: NO_MOMENT }).check(z.refine(isStorableTime, NO_MOMENT)),
  port: z.optional(z.coerce.number(PORTS).check(z.int(PORTS), z.minimum(1, PORTS), z.maximum(65_535, PORTS))),
  reason: requiredText(500, 'Say why you ask').check(
    z.refine(
      (text) => (text.match(/\p{L}/gu) ?? []).length >= LEAST_LETTERS,
      `Say why you ask, in at least ${LEAST_LETTERS} letters`,
    ),
  ),
  caseNumber: requiredText(60, 'Give the number of the case'),
});
export type AddressQuestion = z.infer<typeof question>;

/**
 * A session that had the address. `certain`: its packets show that it had it at that moment. `uncertain`: it
 * began or ended within the time that our log cannot tell, which `margin` says in a sentence; else that is
 * null. `had` is the address or the prefix that the session was given. `customer` is null where no line had
 * the login.
 */
const addressOwner = z.object({
  certainty: z.enum(['certain', 'uncertain']),
  margin: z.nullable(z.string()),
  had: z.string(),
  customer: z.nullable(z.object({ id: z.number(), name: z.string(), accountNumber: z.string() })),
  line: z.nullable(z.object({ id: z.number(), label: z.nullable(z.string()), place: z.nullable(z.string()) })),
  login: z.string(),
  mac: z.nullable(z.string()),
  accessServer: z.string(),
  startedAt: timestamp,
  endedAt: z.nullable(timestamp),
  lastPacketAt: timestamp,
});
export type AddressOwner = z.infer<typeof addressOwner>;

/**
 * `nobody`: the log covers that moment, and no session had the address. `before-log`: it does not reach back
 * so far, so nothing is known; `logSince` is where it begins, null while it is empty. No session has a range
 * of ports in our log, so `portKnown` is false and a `port` does not narrow the answer.
 */
const answer = z.object({
  outcome: z.enum(['found', 'nobody', 'before-log']),
  address: z.string(),
  at: timestamp,
  logSince: z.nullable(timestamp),
  portKnown: z.boolean(),
  owners: z.array(addressOwner),
});
export type AddressAnswer = z.infer<typeof answer>;

/** Each call is audited with its reason and case number, also where nothing is found. */
export const findAddressOwner = defineEndpoint({
  method: 'GET',
  path: '/api/staff/address-owner',
  access: 'admin',
  permission: 'address-owner:read',
  summary: 'Which customer had an address at a moment, and ten minutes before and after it',
  query: question,
  freshProof: true,
  answer,
  errors: ['address-owner.in-future'],
});

/** The same facts for the same case are the same paper, with the same number. */
export const getAddressOwnerDocument = defineEndpoint({
  method: 'GET',
  path: '/api/staff/address-owner.pdf',
  access: 'admin',
  permission: 'address-owner:read',
  summary: 'The same answer as a PDF with a number and a code, by which anybody can check that it is ours',
  query: question,
  freshProof: true,
  answer: null,
  errors: ['address-owner.in-future'],
});

export const api = {
  description: 'Which customer had an address, asked with a reason and a case number, on record.',
  endpoints: { findAddressOwner, getAddressOwnerDocument },
  schemas: { addressOwner, addressAnswer: answer },
};
