import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Somebody in the directory. `groups` is the claim with their roles. */
export type DirectoryAccount = {
  readonly subject: string;
  readonly email: string;
  /** Null where the directory says nothing of it. */
  readonly emailVerified?: boolean | null;
  /** As Entra ID says it. */
  readonly xms_edov?: string;
  readonly name?: string;
  readonly groups: readonly string[] | string;
};

export type TestDirectory = {
  readonly issuer: string;
  /** The variables of a portal whose staff sign in here. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whoever signs in from now on; with null they cancel. */
  readonly signInAs: (account: DirectoryAccount | null) => void;
  /** Answers every request with 503, or as usual again. */
  readonly setDown: (isDown: boolean) => void;
  readonly close: () => Promise<void>;
};

const CLIENT = { id: 'portal', secret: 'the secret of the portal at the directory' };

/**
 * A real OpenID Connect provider on this machine, whose people need no password. Their claims are in the
 * ID token, or in the user info alone.
 */
export async function startDirectory(
  redirectUri: string,
  { claimsIn = 'user-info' }: { readonly claimsIn?: 'id-token' | 'user-info' } = {},
): Promise<TestDirectory> {
  let visitor: DirectoryAccount | null = null;
  let isDown = false;
  const known = new Map<string, DirectoryAccount>();
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    conformIdTokenClaims: claimsIn === 'user-info',
    jwks: { keys: [{ ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) }] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'], profile: ['name', 'groups'] },
    cookies: { keys: ['of tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    findAccount: (_context, id) => {
      const account = known.get(id);
      if (!account) return undefined;
      const { subject: sub, email, emailVerified = true, name, groups, xms_edov } = account;
      const verified = { ...(emailVerified === null ? {} : { email_verified: emailVerified }), xms_edov };
      return { accountId: id, claims: () => ({ sub, email, ...verified, name, groups }) };
    },
    loadExistingGrant: async ({ oidc: { client, session, provider: own } }) => {
      const grant = new own.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (isDown) {
      response.writeHead(503).end();
    } else if (request.url?.startsWith('/sign-in/')) {
      if (visitor) known.set(visitor.subject, visitor);
      const result = visitor
        ? { login: { accountId: visitor.subject, remember: false } }
        : { error: 'access_denied', error_description: 'cancelled' };
      void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    } else {
      void answer(request, response);
    }
  });
  return {
    issuer,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_ROLES_CLAIM: 'groups',
    },
    signInAs: (account) => {
      visitor = account;
    },
    setDown: (down) => {
      isDown = down;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Goes through the directory as a browser does; returns the address at `origin` to which it is sent back. */
export async function visitDirectory(address: string, origin: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let url = address; ; ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the directory answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
    if (url.startsWith(`${origin}/`)) return url;
  }
}
