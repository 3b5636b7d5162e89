import type {
  CredentialProof,
  NewCredential,
  requestNewPasskey,
  requestPasskeyLogin,
} from '@portal/contract/identity/passkeys';
import { useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import { ApiError, messageOf } from '../../../shared/api/api-error.ts';
import { phrase } from '../../../shared/i18n/translate.ts';

type CreationOptions = z.infer<typeof requestNewPasskey.answer>['options'];
type RequestOptions = z.infer<typeof requestPasskeyLogin.answer>['options'];

const never = () => () => {};

/** Whether this browser knows passkeys; those that do not are offered none. */
export function useKnowsPasskeys(): boolean {
  return useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => true,
  );
}

/** Has the browser make a passkey, on this device or another one. Rejects as WebAuthn does. */
export async function createCredential(optionsJSON: CreationOptions): Promise<NewCredential> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return (await startRegistration({ optionsJSON })) as NewCredential;
}

/** Has the browser sign with a passkey that its owner chooses. Rejects as WebAuthn does. */
export async function proveCredential(optionsJSON: RequestOptions): Promise<CredentialProof> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return (await startAuthentication({ optionsJSON })) as CredentialProof;
}

const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError: phrase('That was cancelled, or took too long. Please try again.'),
  AbortError: phrase('That was cancelled, or took too long. Please try again.'),
  InvalidStateError: phrase('This device has a passkey of your account already.'),
  SecurityError: phrase('Passkeys do not work at this address.'),
  NotSupportedError: phrase('This device cannot make passkeys.'),
};

/** The sentence for what the server, or the browser, refused. */
export function passkeyFailure(failure: Error): string {
  if (failure instanceof ApiError) return messageOf(failure);
  return REASONS[failure.name] ?? messageOf(failure);
}
