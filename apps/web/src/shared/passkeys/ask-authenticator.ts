import {
  type CredentialProof,
  logInWithPasskey as logIn,
  type NewCredential,
  type requestNewPasskey,
  requestPasskeyLogin,
} from '@portal/contract/identity/passkeys';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { type Answer, callEndpoint } from '../api/call-endpoint.ts';

type CreationOptions = Answer<typeof requestNewPasskey>['options'];
type RequestOptions = Answer<typeof requestPasskeyLogin>['options'];

/** Has the browser make a passkey, on this device or another one. Rejects as WebAuthn does. */
export async function createCredential(optionsJSON: CreationOptions): Promise<NewCredential> {
  return (await startRegistration({ optionsJSON })) as NewCredential;
}

/** Has the browser sign with a passkey that its owner chooses. Rejects as WebAuthn does. */
export async function proveCredential(optionsJSON: RequestOptions): Promise<CredentialProof> {
  return (await startAuthentication({ optionsJSON })) as CredentialProof;
}

/**
 * Signs in with a passkey that the browser offers. Rejects with the server's answer, or as WebAuthn does.
 * It is here, and not with the page of signing in, so that both are one chunk.
 */
export async function logInWithPasskey(): Promise<Answer<typeof logIn>> {
  const { options } = await callEndpoint(requestPasskeyLogin);
  return callEndpoint(logIn, { body: { credential: await proveCredential(options) } });
}
