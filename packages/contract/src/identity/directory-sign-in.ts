import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';

/**
 * Why a sign-in by the directory ended without a session; the sign-in page has a sentence for each.
 * `unavailable`: the directory does not answer. `incomplete`: cancelled, too old, begun in another
 * browser, or used before. `no-role`: the directory gives no role that the console knows.
 * `unverified`: the address of the person is not verified in the directory, or not here. `off`: an
 * owner has taken their access here. `last-owner`: they would stop being the last owner. `linked`:
 * another person of the directory has their account here. `busy`: too many sign-ins, from one address
 * or over all.
 */
export const directoryRefusals = [
  'unavailable',
  'incomplete',
  'no-role',
  'unverified',
  'off',
  'last-owner',
  'linked',
  'busy',
] as const;
export type DirectoryRefusal = (typeof directoryRefusals)[number];

/** Opened as a page, not called by one. `next` is a page of the console; `again` asks for a fresh proof. */
export const beginDirectorySignIn = defineEndpoint({
  method: 'GET',
  path: '/api/login/directory',
  access: 'anyone',
  summary: 'Send a member of staff to the operator’s OpenID Connect directory; 404 where there is none',
  query: z.object({ next: z.optional(z.string()), again: z.optional(z.literal('yes')) }),
  answer: null,
  errors: [],
});

/** The redirect URI that is registered at the directory; its query is the directory's answer. */
export const completeDirectorySignIn = defineEndpoint({
  method: 'GET',
  path: '/api/login/directory/callback',
  access: 'anyone',
  summary: 'Take the directory’s answer: sends the browser to the console, or to the sign-in page with the reason',
  answer: null,
  errors: [],
});

export const api = {
  description: 'Sign-in of staff by the directory of their company.',
  endpoints: { beginDirectorySignIn, completeDirectorySignIn },
};
