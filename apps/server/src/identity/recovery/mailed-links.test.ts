import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GOOD_PASSWORD, newCustomer, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ publicUrl: new URL('https://portal.test') });
});
afterAll(() => portal.close());

/**
 * Headers of an attacker who wants another customer's link to point to a host of their own. The
 * portal trusts the proxy that sends them.
 */
const OTHER_HOST = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-forwarded-server': 'evil.example',
  'x-original-host': 'evil.example',
  forwarded: 'host=evil.example;proto=http',
  'content-type': 'application/json',
};

type Person = { readonly browser: TestBrowser; readonly email: string };

async function registerElsewhere(): Promise<Person> {
  const browser = portal.browser();
  const person = newCustomer();
  await browser.post('/api/register', person, OTHER_HOST);
  await portal.pool.query("update link_mail_counts set last_mail_at = last_mail_at - interval '1 minute'");
  return { browser, email: person.email };
}

/** All stored mails to an address. */
async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await portal.pool.query('select * from outbox_messages where recipient = $1 order by id', [email]);
  return rows.map((row) => JSON.stringify(row));
}

const NEW_ADDRESS = 'moved.here@mail.example';

const LETTERS: [string, string, (person: Person) => Promise<string>][] = [
  ['welcomes', '/verify-email', async ({ email }) => email],
  [
    'verifies an address, when another is asked for',
    '/verify-email',
    async ({ browser, email }) => {
      await browser.post('/api/user/email-verification', {}, OTHER_HOST);
      return email;
    },
  ],
  [
    'verifies the address that somebody changes to',
    '/verify-email',
    async ({ browser }) => {
      const moved = { firstName: 'Bisi', lastName: 'Adu', email: NEW_ADDRESS, currentPassword: GOOD_PASSWORD };
      await browser.send('PUT', '/api/user/profile', JSON.stringify(moved), OTHER_HOST);
      return NEW_ADDRESS;
    },
  ],
  [
    'sets a new password',
    '/reset-password',
    async ({ email }) => {
      await portal.browser().post('/api/password-reset/request', { email }, OTHER_HOST);
      return email;
    },
  ],
];

describe('whatever host a request names, the configured address is in the link that', () => {
  it.each(LETTERS)('%s', async (_which, page, ask) => {
    const mails = await mailsTo(await ask(await registerElsewhere()));
    expect(mails.at(-1)).toContain(`https://portal.test${page}#token=`);
    expect(mails.join()).not.toContain('evil');
  });
});
