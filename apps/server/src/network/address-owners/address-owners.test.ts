import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AddressAnswer } from '@portal/contract/network/address-owners';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readNoticeTexts } from '../../messaging/notices/read-notice-texts.ts';
import { createStaff, giveRoles, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from '../../testing/test-portal.ts';
import { accountingBody, type Saying } from '../accounting/packet.factory.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const NOON = new Date('2026-11-21T11:00:00Z');
let now = NOON;
let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  const mails = fileURLToPath(new URL('../../messaging/notices/texts', import.meta.url));
  portal = await startTestPortal({ clock: () => now, noticeTexts: readNoticeTexts({ pages: mails, mails }) });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());
beforeEach(async () => {
  now = NOON;
  await rows('delete from usage_sessions');
});

const rows = async (text: string, values: readonly unknown[] = []) => (await portal.pool.query(text, [...values])).rows;
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const one = (type: string, value: unknown) => ({ type, value: [value] });

let customers = 0;
async function subscriber(firstName: string) {
  const { user } = (await portal.browser().register({ firstName, lastName: 'Okafor' })).json();
  const login = `owner-${++customers}@fibre`;
  await rows(
    `insert into network_lines (user_id, username, access, download_mbps, changed_at) values ($1, $2, 'open', 50, now())`,
    [user.id, login],
  );
  const [account] = await rows('select number from accounts where id = $1', [user.id]);
  return { id: Number(user.id), login, accountNumber: String(account.number) };
}

/** From now on for so many seconds with this address. */
async function had(login: string, address: string, seconds: number, more: Saying = {}): Promise<void> {
  const extra = { 'Framed-IP-Address': one('ipaddr', address), ...more.extra };
  const say = async (status: string, age: number) => {
    const body = accountingBody({
      username: login,
      sessionId: `${login}-${address}`,
      at: now,
      seconds: age,
      ...more,
      status,
      extra,
    });
    const response = await portal.app.inject({
      method: 'POST',
      url: '/api/network/accounting',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
      payload: JSON.stringify(body),
    });
    expect(response.statusCode).toBe(204);
  };
  await say('Start', 0);
  later(seconds);
  await say('Stop', seconds);
}

const question = (more: object) => {
  const asked = {
    address: '100.64.0.9',
    reason: 'Order of the court',
    caseNumber: 'FHC/L/12',
    at: now.toISOString(),
    ...more,
  };
  return new URLSearchParams(
    Object.entries(asked).filter(([, value]) => value !== undefined) as [string, string][],
  ).toString();
};
const ask = (more: object = {}, by = staff) => by.browser.get(`/api/staff/address-owner?${question(more)}`);
async function answered(more: object = {}): Promise<AddressAnswer> {
  const answer = await ask(more);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const audits = () =>
  rows("select actor_id, action, after from audit_records where action like 'network.%address-owner' order by id desc");

describe('who had an address', () => {
  it('is the customer whose session had it then, and not the one who has it now', async () => {
    const [ada, bola] = [await subscriber('Ada'), await subscriber('Bola')];
    await had(ada.login, '100.64.0.9', 3600);
    const between = new Date(now.getTime() - 1800_000).toISOString();
    later(3600);
    await had(bola.login, '100.64.0.9', 3600);
    const answer = await answered({ at: between });
    expect(answer).toMatchObject({ outcome: 'found', address: '100.64.0.9', portKnown: false });
    expect(answer.owners).toMatchObject([
      {
        certainty: 'certain',
        margin: null,
        had: '100.64.0.9',
        customer: { id: ada.id, name: 'Ada Okafor', accountNumber: ada.accountNumber },
        line: { id: ada.id },
        login: ada.login,
        mac: 'AA:BB:CC:00:11:22',
        accessServer: '10.0.0.1',
      },
    ]);
  });

  it('are all who had it where several access servers give it, with how certain each is', async () => {
    const [ada, bola] = [await subscriber('Ada'), await subscriber('Bola')];
    await had(ada.login, '100.64.0.9', 600, { nas: '10.0.0.1' });
    later(120);
    const at = now.toISOString();
    later(-300);
    await had(bola.login, '100.64.0.9', 600, { nas: '10.0.0.2' });
    const { owners } = await answered({ at, port: '4711' });
    expect(owners.map(({ login, certainty }) => [login, certainty])).toEqual([
      [ada.login, 'uncertain'],
      [bola.login, 'certain'],
    ]);
    expect(owners[0]?.margin).toBe('It ended 2 min before that moment.');
  });

  it('is whoever was given a prefix of IPv6 with it', async () => {
    const ada = await subscriber('Ada');
    const extra = {
      'Delegated-IPv6-Prefix': one('ipv6prefix', '2001:db8:1200:5600::/56'),
      'Framed-IPv6-Prefix': one('ipv6prefix', '2001:db8:ff:17::/64'),
    };
    await had(ada.login, '100.64.0.9', 600, { extra });
    later(-60);
    const at = now.toISOString();
    for (const [address, prefix] of [
      ['2001:DB8:1200:56ab::17', '2001:db8:1200:5600::/56'],
      ['2001:db8:ff:17:1::1', '2001:db8:ff:17::/64'],
    ])
      expect((await answered({ address, at })).owners).toMatchObject([{ login: ada.login, had: prefix }]);
    expect((await answered({ address: '2001:db8:1200:5700::1', at })).outcome).toBe('nobody');
  });

  it('is nobody where the log covers the moment, and not known where it does not reach back', async () => {
    expect(await answered()).toMatchObject({ outcome: 'before-log', logSince: null, owners: [] });
    const ada = await subscriber('Ada');
    await had(ada.login, '100.64.0.8', 600);
    later(3600);
    expect(await answered()).toMatchObject({ outcome: 'nobody', owners: [] });
    expect(await answered({ at: new Date(NOON.getTime() - 86_400_000).toISOString() })).toMatchObject({
      outcome: 'before-log',
    });
  });

  it('is found although nobody has the login any more', async () => {
    await had('nobody@fibre', '100.64.0.9', 600);
    later(-60);
    expect((await answered()).owners).toMatchObject([{ customer: null, line: null, login: 'nobody@fibre' }]);
  });
});

describe('asking who had an address', () => {
  it('is recorded with reason and case number each time, also where nobody had it', async () => {
    await rows('select 1');
    const before = (await audits()).length;
    await answered({ port: '4711' });
    const recorded = await audits();
    expect(recorded).toHaveLength(before + 1);
    expect(recorded[0]).toMatchObject({
      actor_id: staff.id,
      action: 'network.find-address-owner',
      after: { reason: 'Order of the court', caseNumber: 'FHC/L/12', port: 4711, outcome: 'before-log', customers: [] },
    });
  });

  it.each([
    [{ at: undefined }, 'at', /over all time is not answered/],
    [{ at: 'Tuesday' }, 'at', /over all time is not answered/],
    [{ address: '100.64.0' }, 'address', /Enter an IPv4 or IPv6 address/],
    [{ address: '100.64.0.0/24' }, 'address', /Enter an IPv4 or IPv6 address/],
    [{ port: '65536' }, 'port', /from 1 to 65535/],
    [{ port: 'http' }, 'port', /from 1 to 65535/],
    [{ reason: 'Police, 77' }, 'reason', /at least 10 letters/],
    [{ caseNumber: ' ' }, 'caseNumber', /number of the case/],
  ])('%o is refused with a sentence, and asks nothing', async (more, field, sentence) => {
    const before = await audits();
    const answer = await ask(more);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[field]).toMatch(sentence);
    expect(await audits()).toEqual(before);
  });

  it('is refused for a moment that has not come', async () => {
    const answer = await ask({ at: new Date(now.getTime() + 1000).toISOString() });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'address-owner.in-future']);
  });

  it('is for those alone to whom an owner gives it', async () => {
    const other = await createStaff(portal, { firstName: 'Sani', lastName: 'Bello' }, 'manager');
    for (const role of ['manager', 'support', 'network', 'auditor'] as const) {
      await giveRoles(portal, other.id, [role]);
      const answer = await ask({}, other);
      expect([answer.statusCode, answer.json().code], role).toEqual([403, 'staff.permission']);
    }
    const given = await staff.browser.put('/api/staff/roles/network', {
      permissions: ['address-owner:read', 'network:read'],
    });
    expect(given.statusCode, given.body).toBe(200);
    await giveRoles(portal, other.id, ['network']);
    expect((await ask({}, other)).statusCode).toBe(200);
  });
});

describe('the paper', () => {
  const print = (more: object = {}) => staff.browser.get(`/api/staff/address-owner.pdf?${question(more)}`);
  const textOf = (bytes: Buffer) =>
    execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' });
  const check = async (number: string, code: string) =>
    (await portal.browser().post('/api/account-proofs/check', { number, code })).json();

  it('says what the answer says, and anybody can check it by its number and code', async () => {
    const ada = await subscriber('Ada');
    await had(ada.login, '100.64.0.9', 600);
    later(-60);
    const at = now.toISOString();
    later(60);
    const pdf = await print({ at });
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    const text = textOf(pdf.rawPayload);
    for (const part of [
      'Who had an address',
      'Case FHC/L/12',
      '100.64.0.9',
      'Ada Okafor',
      ada.accountNumber,
      ada.login,
      '/check-proof',
    ])
      expect(text).toContain(part);
    const [number = '', code = ''] = [/ADR-\d{4}-\d{6}/.exec(text)?.[0], /(?:\w{4}-){3}\w{4}/.exec(text)?.[0]];
    expect(await check(number, code)).toMatchObject({
      state: 'valid',
      number,
      name: null,
      address: { address: '100.64.0.9', at, accountNumbers: [ada.accountNumber] },
    });
    expect((await check(number, 'AAAA-AAAA-AAAA-AAAA')).code).toBe('account-proof.unknown');
    expect((await check('ADR-1999-000001', code)).code).toBe('account-proof.unknown');
    expect((await audits())[0]).toMatchObject({
      action: 'network.print-address-owner',
      after: { customers: [ada.id] },
    });
    expect(textOf((await print({ at })).rawPayload)).toContain(number);
    expect(textOf((await print({ at, caseNumber: 'FHC/L/13' })).rawPayload)).not.toContain(number);
  });

  it('is one paper for the same question, whoever asks at once', async () => {
    const ada = await subscriber('Ada');
    await had(ada.login, '100.64.0.9', 600);
    later(-60);
    const at = now.toISOString();
    later(60);
    const papers = await Promise.all([
      print({ at, caseNumber: 'X/1' }),
      print({ at, caseNumber: 'X/1' }),
      print({ at, caseNumber: 'X/1' }),
    ]);
    expect(papers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await rows("select count(*)::int as count from address_papers where case_number = 'X/1'")).toEqual([
      { count: 1 },
    ]);
  });

  it('says that nobody had the address, too', async () => {
    const ada = await subscriber('Ada');
    await had(ada.login, '100.64.0.8', 600);
    const text = textOf((await print()).rawPayload);
    expect(text.replace(/\s+/g, ' ')).toContain('nobody had the internet address 100.64.0.9');
  });
});
