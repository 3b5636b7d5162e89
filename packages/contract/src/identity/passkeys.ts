import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
import { currentUser } from './accounts.ts';

/** Binary values travel in base64url. */
function base64url(maxLength: number) {
  return z.string().check(z.minLength(1), z.maxLength(maxLength), z.regex(/^[A-Za-z0-9_-]+$/));
}

const credentialId = base64url(1400);
const clientDataJSON = base64url(4096);
const publicKeyType = z.literal('public-key');

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** How a browser reaches the authenticator. */
export const passkeyTransport = z.enum(transports);

const knownCredential = z.object({
  id: z.string(),
  type: publicKeyType,
  transports: z.array(passkeyTransport),
});

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON, as far as it is used. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKeyType, alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(knownCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** WebAuthn's PublicKeyCredentialRequestOptionsJSON. With no `allowCredentials` the browser offers what it has. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(knownCredential),
  userVerification: z.literal('required'),
});

/** What the browser made of creationOptions. */
const newCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKeyType,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(16_384),
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))),
  }),
});
export type NewCredential = z.infer<typeof newCredential>;

/** What the browser made of requestOptions. */
export const credentialProof = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKeyType,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4096),
    signature: base64url(8192),
    userHandle: z.optional(base64url(128)),
  }),
});
export type CredentialProof = z.infer<typeof credentialProof>;

export const passkeyProof = z.object({ credential: credentialProof });

export const passkeyName = z.object({ name: requiredText(50, 'Give the passkey a name') });

/** `synced`: its maker copies it to the owner's other devices. `disabled`: its counter went back, as that of a copy does. */
const passkeyView = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
  synced: z.boolean(),
  disabled: z.boolean(),
});
export type PasskeyView = z.infer<typeof passkeyView>;

const ofOnePasskey = z.object({ id: rowNumber });

export const listPasskeys = defineEndpoint({
  method: 'GET',
  path: '/api/user/passkeys',
  access: 'session',
  summary: 'The caller’s passkeys, the oldest first',
  answer: z.array(passkeyView),
  errors: [],
});

/** Good for five minutes, for this session and for one addPasskey. */
export const requestNewPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/passkeys/options',
  access: 'session',
  freshProof: true,
  summary: 'What a browser needs to make a passkey',
  answer: z.object({ ...acknowledged, options: creationOptions }),
  errors: ['account.second-factor', 'account.unverified', 'passkey.too-many'],
});

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/passkeys',
  access: 'session',
  summary: 'Add the passkey that the browser has made; its owner is told by mail',
  body: z.object({ name: passkeyName.shape.name, credential: newCredential }),
  answer: z.object({ ...acknowledged, passkey: passkeyView }),
  errors: ['account.second-factor', 'passkey.expired', 'passkey.refused', 'passkey.known', 'passkey.too-many'],
});

export const renamePasskey = defineEndpoint({
  method: 'PUT',
  path: '/api/user/passkeys/:id',
  access: 'session',
  summary: 'Give one of the caller’s passkeys another name',
  params: ofOnePasskey,
  body: passkeyName,
  answer: z.object({ ...acknowledged, passkey: passkeyView }),
  errors: ['passkey.not-found'],
});

export const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  access: 'session',
  freshProof: true,
  summary: 'Remove one of the caller’s passkeys and end every other session; never the last way in',
  params: ofOnePasskey,
  answer: z.object(acknowledged),
  errors: ['account.second-factor', 'passkey.not-found', 'passkey.last-way-in'],
});

/** Good for five minutes, for this session and one proof. */
export const requestPasskeyProof = defineEndpoint({
  method: 'POST',
  path: '/api/user/passkeys/proof',
  access: 'session',
  summary: 'What a browser needs to prove one of the caller’s passkeys',
  answer: z.object({ ...acknowledged, options: requestOptions }),
  errors: [],
});

/** Good for five minutes, in this browser and for one logInWithPasskey. */
export const requestPasskeyLogin = defineEndpoint({
  method: 'POST',
  path: '/api/login/passkey/options',
  access: 'anyone',
  summary: 'What a browser needs to sign in with a passkey; the same for everybody',
  answer: z.object({ ...acknowledged, options: requestOptions }),
  errors: [],
});

/** Counts as both factors: a passkey is something they have, opened by a fingerprint, a face or a PIN. */
export const logInWithPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/login/passkey',
  access: 'anyone',
  summary: 'Sign in with a passkey',
  body: passkeyProof,
  answer: z.object({ ...acknowledged, user: currentUser }),
  errors: ['passkey.expired', 'passkey.refused', 'passkey.cloned'],
});

export const api = {
  description: 'Passkeys of a person, and signing in with one.',
  endpoints: {
    listPasskeys,
    requestNewPasskey,
    addPasskey,
    renamePasskey,
    removePasskey,
    requestPasskeyProof,
    requestPasskeyLogin,
    logInWithPasskey,
  },
  schemas: {
    passkeyTransport,
    knownCredential,
    creationOptions,
    requestOptions,
    newCredential,
    credentialProof,
    passkeyProof,
    passkeyName,
    passkeyView,
  },
};
