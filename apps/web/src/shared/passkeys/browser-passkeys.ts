import { useSyncExternalStore } from 'react';
import { ApiError, messageOf } from '../api/api-error.ts';
import { phrase } from '../i18n/translate.ts';

const never = () => () => {};

/** Whether this browser knows passkeys; those that do not are offered none. */
export function useKnowsPasskeys(): boolean {
  return useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => true,
  );
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
