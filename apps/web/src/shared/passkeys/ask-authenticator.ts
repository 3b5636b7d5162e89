import type {
  CredentialProof,
  NewCredential,
  requestNewPasskey,
  requestPasskeyLogin,
} from '@portal/contract/identity/passkeys';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type * as z from 'zod/mini';

type CreationOptions = z.infer<typeof requestNewPasskey.answer>['options'];
type RequestOptions = z.infer<typeof requestPasskeyLogin.answer>['options'];

/** Has the browser make a passkey, on this device or another one. Rejects as WebAuthn does. */
export async function createCredential(optionsJSON: CreationOptions): Promise<NewCredential> {
  return (await startRegistration({ optionsJSON })) as NewCredential;
}

/** Has the browser sign with a passkey that its owner chooses. Rejects as WebAuthn does. */
export async function proveCredential(optionsJSON: RequestOptions): Promise<CredentialProof> {
  return (await startAuthentication({ optionsJSON })) as CredentialProof;
}
