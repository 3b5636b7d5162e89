import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../../bench/portal/portal-process.ts';
import { MALFORMED_URLS, PRIVATE_AS_FILES } from '../../fixtures/portal/malformed-urls.ts';
import { askRaw, type RawAnswer } from '../../fixtures/portal/raw-request.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Content that occurs only in files that are not served. */
const SECRETS = /root:x:0|"workspaces"|sourcesContent|SESSION_SECRET|\[core\]|BEGIN [A-Z ]*PRIVATE KEY/;

/** The built scripts and styles, as a debugger would request their sources. */
const SOURCE_MAPS = readdirSync(join(REPOSITORY, 'apps/web/dist/client/assets'))
  .filter((name) => /\.(js|css)$/.test(name))
  .map((name) => `/assets/${name}.map`);

/** The answer to every address that does not exist. */
function isNothing({ status, body }: RawAnswer, notFoundPage: string): boolean {
  if (status !== 404 && status !== 400) return false;
  return body === notFoundPage || (body.startsWith('{"success":false,') && body.length < 400);
}

test('addresses that probe for files are answered like any other that does not exist, to visitors and to customers', {
  tag: '@long',
}, async ({ portal, context, customer: _customer }) => {
  const session = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const paths = [...MALFORMED_URLS, ...SOURCE_MAPS];
  expect(paths.length).toBeGreaterThan(200);
  for (const cookie of ['', session]) {
    const { status, body: notFoundPage } = await askRaw(portal.origin, '/no-such-place', cookie);
    expect([status, notFoundPage.includes('<div id="root"')]).toEqual([404, true]);
    for (const path of paths) {
      const answer = await askRaw(portal.origin, path, cookie);
      const seen = `${path.slice(0, 80)}: ${answer.status} ${answer.body.slice(0, 200)}`;
      expect.soft(isNothing(answer, notFoundPage), seen).toBe(true);
      expect.soft(answer.body, path.slice(0, 80)).not.toMatch(SECRETS);
    }
  }
});

test('a customer’s page under the name of a file is not found, or not cacheable', async ({
  portal,
  context,
  customer,
}) => {
  const session = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  for (const path of PRIVATE_AS_FILES) {
    const { status, headers, body } = await askRaw(portal.origin, path, session);
    expect.soft([200, 303, 400, 404], path).toContain(status);
    if (status === 200 || body.includes(customer.email))
      expect.soft(headers, path).toContain('cache-control: no-store');
    expect.soft(headers, path).not.toMatch(/^(etag|expires):|public|max-age/m);
  }
});
