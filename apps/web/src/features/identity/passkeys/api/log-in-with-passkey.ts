import { logInWithPasskey as entry, requestPasskeyLogin } from '@portal/contract/identity/passkeys';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Signs in with a passkey that the browser offers. Rejects with the server's answer, or as WebAuthn does. */
export async function logInWithPasskey() {
  const { proveCredential } = await import('../../../../shared/passkeys/ask-authenticator.ts');
  const { options } = await callEndpoint(requestPasskeyLogin);
  return callEndpoint(entry, { body: { credential: await proveCredential(options) } });
}
