import type { CredentialProof, NewCredential, passkeyTransport } from '@portal/contract/identity/passkeys';
import type * as z from 'zod/mini';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { PasskeyRow } from './passkey.repository.ts';

/** How long the browser waits for its owner: as long as the challenge is good. */
const TIMEOUT_MS = 300_000;

/** Ed25519, P-256, RSA: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

type Transport = z.infer<typeof passkeyTransport>;

export type RelyingParty = {
  /** The host name that passkeys are bound to; browsers take no IP address. */
  readonly id: string;
  readonly name: string;
  readonly origin: string;
};

type Credential = Pick<PasskeyRow, 'credentialId' | 'publicKey'>;

export type WebAuthn = ReturnType<typeof createWebAuthn>;

/** The packages are some megabytes: read when the first passkey is used. */
const library = async () => import('@simplewebauthn/server');
const helpers = async () => import('@simplewebauthn/server/helpers');

function known({ credentialId, transports }: Pick<PasskeyRow, 'credentialId' | 'transports'>) {
  return { id: credentialId, type: 'public-key' as const, transports: transports as Transport[] };
}

/**
 * We ask for no attestation, and browsers take it out, or leave the authenticator's own signature.
 * Anything else was made by hand; its certificates would have us fetch their revocation lists.
 */
async function requireNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await helpers();
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfSigned) throw new Error(`an attestation of the format ${format}`);
}

/** Whatever is wrong with a credential: its origin, host, challenge, signature or form. */
async function refuseFaults<T>(
  onRefusal: (error: unknown) => void,
  verify: () => Promise<{ readonly verified: boolean } & T>,
): Promise<{ readonly verified: boolean } & T> {
  try {
    const result = await verify();
    if (!result.verified) throw new Error('the signature does not match');
    return result;
  } catch (error) {
    onRefusal(error);
    throw new ApiError('passkey.refused');
  }
}

/**
 * WebAuthn by SimpleWebAuthn: what browsers get, and whether what they answer is right. Always with
 * user verification (fingerprint, face or PIN), and with credentials that the authenticator keeps.
 * `onRefusal` is told why a credential is refused, which its sender is not.
 */
export function createWebAuthn(party: RelyingParty, onRefusal: (error: unknown) => void) {
  return {
    creationOptions: (person: {
      readonly challenge: string;
      readonly userHandle: string;
      /** What the person signs in with otherwise: authenticators show it. */
      readonly name: string;
      readonly passkeys: readonly PasskeyRow[];
    }) => ({
      challenge: person.challenge,
      rp: { id: party.id, name: party.name },
      user: { id: person.userHandle, name: person.name, displayName: person.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: TIMEOUT_MS,
      excludeCredentials: person.passkeys.map(known),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    }),
    /** With no `passkeys` the browser offers those that it has. */
    requestOptions: (challenge: string, passkeys: readonly PasskeyRow[]) => ({
      challenge,
      rpId: party.id,
      timeout: TIMEOUT_MS,
      allowCredentials: passkeys.map(known),
      userVerification: 'required' as const,
    }),
    /** Throws ApiError passkey.refused. */
    verifyNew: async (credential: NewCredential, challenge: string) => {
      const { registrationInfo } = await refuseFaults(onRefusal, async () => {
        await requireNoCertificates(credential.response.attestationObject);
        return (await library()).verifyRegistrationResponse({
          response: {
            ...credential,
            response: { ...credential.response, transports: [] },
            clientExtensionResults: {},
          },
          expectedChallenge: challenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          supportedAlgorithmIDs: ALGORITHMS,
        });
      });
      // The signed id counts; it is as long as the contract allows only where the unsigned one is the same.
      if (registrationInfo?.credential.id !== credential.id) throw new ApiError('passkey.refused');
      const { credential: made, credentialBackedUp } = registrationInfo;
      return {
        credentialId: made.id,
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        synced: credentialBackedUp,
      };
    },
    /** The count is not compared: the caller does, with the one that is stored. Throws ApiError passkey.refused. */
    verifyProof: async (proof: CredentialProof, challenge: string, { credentialId, publicKey }: Credential) => {
      const { userHandle, ...response } = proof.response;
      const { authenticationInfo } = await refuseFaults(onRefusal, async () =>
        (await library()).verifyAuthenticationResponse({
          response: {
            ...proof,
            response: { ...response, ...(userHandle && { userHandle }) },
            clientExtensionResults: {},
          },
          expectedChallenge: challenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          credential: {
            id: credentialId,
            publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
            counter: 0,
          },
        }),
      );
      return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp };
    },
  };
}
