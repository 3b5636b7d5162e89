import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { keyScopes } from '@portal/contract/platform/staff-permissions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callWithKey, createKey } from '../../../testing/api-key.ts';
import { createStaff } from '../../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

type Kind = 'with the scope' | 'without it' | 'expired' | 'revoked';
const kinds: Kind[] = ['with the scope', 'without it', 'expired', 'revoked'];

const scopeOf = ({ permission }: Endpoint) => keyScopes.find((scope) => scope === permission);

/** The code of each refusal, null for none; undefined where the caller's key is not looked at. */
function refusalOf(entry: Endpoint, kind: Kind): string | null | undefined {
  const { access, method, permission } = entry;
  // A wrong signature or token, as for everybody else.
  if (access === 'gateway' || access === 'network' || access === 'operator') return undefined;
  if (access === 'anyone') return method === 'GET' ? null : 'api-key.not-accepted';
  if (permission === undefined || permission === 'any') return 'api-key.not-accepted';
  if (kind === 'expired' || kind === 'revoked') return 'api-key.invalid';
  return scopeOf(entry) !== undefined && kind === 'with the scope' ? null : 'api-key.no-scope';
}

const STATUS = { 'api-key.not-accepted': 403, 'api-key.no-scope': 403, 'api-key.invalid': 401 };

let portal: TestPortal;
const keys = new Map<string, string>();
const keyFor = (entry: Endpoint, kind: Kind) => keys.get(kind === 'without it' ? `all but ${scopeOf(entry)}` : kind);

beforeAll(async () => {
  portal = await startTestPortal();
  const owner = await createStaff(portal);
  const make = async (name: string, scopes: typeof keyScopes) => {
    const { id, key } = await createKey(owner, scopes);
    keys.set(name, key);
    return id;
  };
  await make('with the scope', keyScopes);
  const expired = await make('expired', keyScopes);
  const revoked = await make('revoked', keyScopes);
  await portal.pool.query("update api_keys set expires_at = now() - interval '1 second' where id = $1", [expired]);
  await owner.browser.delete(`/api/staff/api-keys/${revoked}`);
  const scopes = new Set(endpoints.map(scopeOf));
  for (const one of scopes)
    await make(
      `all but ${one}`,
      keyScopes.filter((scope) => scope !== one),
    );
});
afterAll(() => portal.close());

describe.each(endpoints.map((entry) => [`${entry.method} ${entry.path}`, entry] as const))('%s', (_name, entry) => {
  it.each(kinds)('answers a key %s according to the table', async (kind) => {
    const { method } = entry;
    const url = entry.path.replace(/:\w+/g, 'nothing-by-this-name');
    const key = keyFor(entry, kind) ?? '';
    const response = await callWithKey(portal, key, { method, url, ...(method === 'GET' ? {} : { body: {} }) });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const code: string | undefined = isJson ? response.json()?.code : undefined;
    const refusal = refusalOf(entry, kind);
    if (refusal) expect([response.statusCode, code]).toEqual([STATUS[refusal as keyof typeof STATUS], refusal]);
    else
      expect([...Object.keys(STATUS), 'session.missing', 'request.foreign-origin'], response.body).not.toContain(code);
    expect(response.statusCode, response.body).not.toBe(500);
  });
});
