import type { Permission } from '@portal/contract/platform/staff-permissions';
import type { LightMyRequestResponse } from 'fastify';
import type { Staff } from './staff-browser.ts';
import type { TestPortal } from './test-portal.ts';

/** A key made by a member of staff: its id and its text. */
export async function createKey(
  maker: Staff,
  scopes: readonly Permission[],
  name = 'Our accounting',
): Promise<{ readonly id: string; readonly key: string }> {
  const response = await maker.browser.post('/api/staff/api-keys', { name, scopes });
  if (response.statusCode !== 200) throw new Error(response.body);
  const { apiKey, key } = response.json();
  return { id: apiKey.id, key };
}

/** A call as a program makes it: without cookies and without what a browser adds. */
export async function callWithKey(
  portal: TestPortal,
  key: string,
  call: {
    readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
    readonly url: string;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<LightMyRequestResponse> {
  const { method = 'GET', url, body, headers } = call;
  return portal.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}
