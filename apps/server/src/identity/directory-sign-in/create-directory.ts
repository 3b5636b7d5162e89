import type { Clock } from '@portal/kernel/clock';
import type { CustomFetch } from 'openid-client';
import type { DirectorySettings } from '../../platform/config/config.ts';
import type { HttpClient } from '../../platform/outside/http-client.ts';
import { claimAt, type DirectoryPerson, personIn } from './directory-claims.policy.ts';

/** The secrets of one sign-in: only the browser that began it can complete it. */
export type SignInChecks = { readonly state: string; readonly nonce: string; readonly verifier: string };

export type Directory = {
  /**
   * Where to send the browser. With `again` the directory asks even somebody who is signed in there who
   * they are, and says when it did. Throws DirectoryUnavailable.
   */
  readonly addressFor: (checks: SignInChecks, again?: boolean) => Promise<string>;
  /**
   * Exchanges the code in the directory's answer, the query of the callback, for the person. Throws
   * DirectoryUnavailable; and other errors for an answer that does not belong to this sign-in, was
   * used before, or is not the directory's.
   */
  readonly personOf: (query: string, checks: SignInChecks) => Promise<DirectoryPerson>;
};

/** The directory did not answer, or with a fault of its own. */
export class DirectoryUnavailable extends Error {
  constructor(url: string, reason: string) {
    super([new URL(url).host, reason].join(': '));
  }
}

const METADATA_LIFETIME_MS = 3_600_000;
export const CLOCK_TOLERANCE_S = 60;
const LONGEST_SUBJECT = 255;

/** Calls the directory as all other servers are called: with a time limit, logged, and traced. */
function fetchBy(http: HttpClient): CustomFetch {
  return async (url, { method, headers, body }) => {
    const form = body instanceof URLSearchParams ? { form: Object.fromEntries(body) } : {};
    const answer = await http.send({ method: method === 'POST' ? 'POST' : 'GET', url, headers, ...form });
    if (answer.kind !== 'answered') throw new DirectoryUnavailable(url, answer.reason);
    if (answer.status >= 500) throw new DirectoryUnavailable(url, String(answer.status));
    return Response.json(answer.body, { status: answer.status });
  };
}

/** The library reports what its fetch threw as the cause of an error of its own. */
function unwrap(error: unknown): never {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DirectoryUnavailable) throw cause;
  }
  throw error;
}

/**
 * The operator's OpenID Connect directory: authorisation code with PKCE, state and nonce. What it says
 * of itself is read when it is first needed, and again after an hour.
 */
export function createDirectory(deps: {
  readonly settings: DirectorySettings;
  readonly redirectUri: string;
  readonly http: HttpClient;
  readonly clock: Clock;
}): Directory {
  const { settings, redirectUri, clock } = deps;
  const issuer = new URL(settings.issuer);

  async function discover() {
    // Loaded only where there is a directory.
    const client = await import('openid-client');
    const { clientId, clientSecret } = settings;
    const basic = client.ClientSecretBasic(clientSecret);
    const post = client.ClientSecretPost(clientSecret);
    const config = await client.discovery(
      issuer,
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE_S },
      (server, ...request) => {
        const accepted = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
        (accepted.includes('client_secret_basic') ? basic : post)(server, ...request);
      },
      {
        [client.customFetch]: fetchBy(deps.http),
        // Production accepts http for this machine only (configuration-faults.ts).
        execute: [
          client.enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    return { client, config };
  }

  let found: { readonly at: number; readonly metadata: ReturnType<typeof discover> } | null = null;
  async function find() {
    const now = clock().getTime();
    if (found !== null && now - found.at < METADATA_LIFETIME_MS) return found.metadata;
    const discovery = { at: now, metadata: discover() };
    found = discovery;
    // A failure is not kept: the next sign-in asks again.
    discovery.metadata.catch(() => {
      if (found === discovery) found = null;
    });
    return discovery.metadata;
  }

  /** Of the ID token; and of the user info, where directories put what the token lacks. */
  async function claimsOf(
    { client, config }: Awaited<ReturnType<typeof discover>>,
    tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
  ) {
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the directory sent no ID token');
    if (claims.sub.length > LONGEST_SUBJECT || /[^\x20-\x7e]/.test(claims.sub)) {
      throw new Error('the subject is not one of OpenID Connect');
    }
    const needed = ['email', settings.rolesClaim, settings.verifiedClaim].filter((name) => name !== null);
    const isComplete = needed.every((name) => claimAt(claims, name) !== undefined);
    if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return claims;
    const info = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
    return { ...info, ...claims };
  }

  return {
    addressFor: async ({ state, nonce, verifier }, again = false) => {
      try {
        const { client, config } = await find();
        const challenge = await client.calculatePKCECodeChallenge(verifier);
        return client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          code_challenge: challenge,
          code_challenge_method: 'S256',
          state,
          nonce,
          ...(again && { prompt: 'login', max_age: '0' }),
        }).href;
      } catch (error) {
        return unwrap(error);
      }
    },
    personOf: async (query, { state, nonce, verifier }) => {
      try {
        const directory = await find();
        const answer = new URL(redirectUri);
        answer.search = query;
        const tokens = await directory.client.authorizationCodeGrant(directory.config, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return personIn(await claimsOf(directory, tokens), settings);
      } catch (error) {
        return unwrap(error);
      }
    },
  };
}
