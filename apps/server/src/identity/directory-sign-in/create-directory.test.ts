import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient, type HttpClient } from '../../platform/outside/http-client.ts';
import { startDirectory, type TestDirectory, visitDirectory } from '../../testing/servers/start-directory.ts';
import { createDirectory, DirectoryUnavailable } from './create-directory.ts';

const ORIGIN = 'http://portal.test';
const redirectUri = `${ORIGIN}/callback`;
const checks = { state: 'a'.repeat(43), nonce: 'b'.repeat(43), verifier: 'c'.repeat(43) };
const person = { subject: 'kemi', email: 'kemi@work.example', name: 'Kemi Bello', groups: ['sales', 'support'] };

let server: TestDirectory;
beforeAll(async () => {
  server = await startDirectory(redirectUri, { claimsIn: 'id-token' });
  server.signInAs(person);
});
afterAll(() => server.close());

const open = ({
  clock = () => new Date('2026-07-04T08:00:00Z'),
  http = createHttpClient({ timeoutMs: 5000 }),
  ...settings
}: {
  clock?: () => Date;
  http?: HttpClient;
  issuer?: string;
  clientSecret?: string;
} = {}) =>
  createDirectory({
    settings: {
      issuer: server.issuer,
      clientId: 'portal',
      clientSecret: server.environment.OIDC_CLIENT_SECRET ?? '',
      rolesClaim: 'groups',
      verifiedClaim: 'email_verified',
      ...settings,
    },
    redirectUri,
    http,
    clock,
  });

/** What the directory sends a browser back with. */
const answered = async (directory = open()) =>
  new URL(await visitDirectory(await directory.addressFor(checks), ORIGIN)).search;

it('asks for a code with PKCE, state and nonce', async () => {
  const { searchParams } = new URL(await open().addressFor(checks));
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    state: checks.state,
    nonce: checks.nonce,
    redirect_uri: redirectUri,
    scope: 'openid email profile',
  });
  expect(searchParams.get('code_challenge')).not.toContain('c'.repeat(20));
});

it('exchanges the code for the person, once', async () => {
  const directory = open();
  const query = await answered(directory);
  expect(await directory.personOf(query, checks)).toEqual({
    issuer: server.issuer,
    subject: 'kemi',
    email: 'kemi@work.example',
    firstName: 'Kemi',
    lastName: 'Bello',
    roles: ['support', 'sales'],
    authenticatedAt: null,
  });
  await expect(directory.personOf(query, checks)).rejects.toThrow();
});

it.each(['state', 'nonce', 'verifier'] as const)('refuses an answer to a sign-in with another %s', async (name) => {
  const query = await answered();
  await expect(open().personOf(query, { ...checks, [name]: 'd'.repeat(43) })).rejects.toThrow();
});

it('refuses an answer that names another issuer', async () => {
  const query = new URLSearchParams(await answered());
  query.set('iss', 'https://evil.example');
  await expect(open().personOf(`?${query}`, checks)).rejects.toThrow();
});

it('refuses what the directory refuses: a wrong secret of the portal', async () => {
  const directory = open({ clientSecret: 'wrong' });
  const query = await answered(directory);
  const failure = await directory.personOf(query, checks).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(DirectoryUnavailable);
});

describe('an ID token', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKeys = { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'ours', alg: 'RS256', use: 'sig' }] };
  type Claims = Readonly<Record<string, unknown>>;

  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  function tokenOf(claims: Claims, key: KeyObject | null = keys.privateKey): string {
    const content = `${encode({ alg: key ? 'RS256' : 'none', kid: 'ours' })}.${encode(claims)}`;
    return `${content}.${key ? sign('sha256', Buffer.from(content), key).toString('base64url') : ''}`;
  }

  /** A way to the directory on which its keys are ours and its ID token is made anew. */
  function remaking(remake: (claims: Claims) => string): HttpClient {
    const http = createHttpClient({ timeoutMs: 5000 });
    return {
      ...http,
      send: async (request) => {
        const answer = await http.send(request);
        if (answer.kind !== 'answered') return answer;
        if (request.url.endsWith('/jwks')) return { ...answer, body: publicKeys };
        const token = Reflect.get(Object(answer.body), 'id_token');
        if (typeof token !== 'string') return answer;
        const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
        return { ...answer, body: { ...Object(answer.body), id_token: remake(claims) } };
      },
    };
  }
  const personBy = async (remake: (claims: Claims) => string) =>
    open({ http: remaking(remake) }).personOf(await answered(), checks);

  it('is accepted as the directory signs it', async () => {
    expect(await personBy((claims) => tokenOf(claims))).toMatchObject({ subject: 'kemi' });
  });

  it.each<[string, (claims: Claims) => string]>([
    ['signed with another key', (claims) => tokenOf(claims, stranger.privateKey)],
    ['not signed', (claims) => tokenOf(claims, null)],
    [
      'changed after it was signed',
      (claims) => tokenOf(claims).replace(/\.[^.]+\./, `.${encode({ ...claims, sub: 'owner' })}.`),
    ],
    ['for another client', (claims) => tokenOf({ ...claims, aud: 'another' })],
    ['of another issuer', (claims) => tokenOf({ ...claims, iss: 'https://evil.example' })],
    ['for another sign-in', (claims) => tokenOf({ ...claims, nonce: 'd'.repeat(43) })],
    ['over', ({ iat, ...claims }) => tokenOf({ ...claims, iat, exp: Number(iat) - 3600 })],
    ['without a subject', ({ sub: _, ...claims }) => tokenOf(claims)],
  ])('is refused when it is %s', async (_which, remake) => {
    await expect(personBy(remake)).rejects.toThrow();
  });
});

it('says that a directory is unavailable that nobody answers for, or that is somebody else', async () => {
  await expect(open({ issuer: 'http://127.0.0.1:9' }).addressFor(checks)).rejects.toBeInstanceOf(DirectoryUnavailable);
  await expect(open({ issuer: `${server.issuer}/other` }).addressFor(checks)).rejects.toThrow();
});

it('reads what the directory says of itself once an hour, and again after a failure', async () => {
  let now = new Date('2026-07-04T08:00:00Z');
  const directory = open({ clock: () => now });
  server.setDown(true);
  await expect(directory.addressFor(checks)).rejects.toBeInstanceOf(DirectoryUnavailable);
  server.setDown(false);
  await directory.addressFor(checks);
  server.setDown(true);
  await directory.addressFor(checks);
  now = new Date('2026-07-04T09:00:00Z');
  await expect(directory.addressFor(checks)).rejects.toBeInstanceOf(DirectoryUnavailable);
  server.setDown(false);
});
