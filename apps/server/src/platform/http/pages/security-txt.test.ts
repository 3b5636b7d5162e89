import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStaff, type Staff } from '../../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { renderSecurityTxt } from './security-txt.ts';

const publicUrl = new URL('https://portal.example');
const company = { legalName: 'Waya Fibre Limited' };
const contacts = { supportEmail: 'care@waya.example' };
const render = (now: string, changed: object = {}) =>
  renderSecurityTxt({ publicUrl, company, contacts, now: new Date(now), ...changed });

describe('security.txt', () => {
  it('has the fields of RFC 9116', () => {
    expect(render('2026-11-26T22:40:00Z').split('\n').slice(1)).toEqual([
      'Contact: mailto:care@waya.example',
      'Expires: 2027-05-25T00:00:00Z',
      'Preferred-Languages: en',
      'Canonical: https://portal.example/.well-known/security.txt',
      '',
    ]);
  });

  it.each(['2026-01-01T00:00:00Z', '2028-02-29T23:59:59.999Z', '2030-12-31T12:00:00Z'])(
    'never expires, and never claims more than a year: read at %s',
    (now) => {
      const [, expires = ''] = /^Expires: (\S+)$/m.exec(render(now)) ?? [];
      const days = (Date.parse(expires) - Date.parse(now)) / 86_400_000;
      expect(days).toBeGreaterThan(178);
      expect(days).toBeLessThan(365);
    },
  );

  it('takes no field from a name or an address', () => {
    const legalName = 'Waya\r\nContact: mailto:thief@evil.example';
    const text = render('2026-11-26T00:00:00Z', { company: { legalName } });
    expect(text.match(/^Contact: /gm)).toHaveLength(1);
    const supportEmail = 'care+portal%0a@waya.example';
    expect(render('2026-11-26T00:00:00Z', { contacts: { supportEmail } })).toContain(
      'Contact: mailto:care%2Bportal%250a@waya.example\n',
    );
  });
});

describe('/.well-known/security.txt', () => {
  let portal: TestPortal;
  let staff: Staff;
  beforeAll(async () => {
    portal = await startTestPortal();
    staff = await createStaff(portal);
  });
  afterAll(() => portal.close());

  it('is served to anybody and follows what staff publish', async () => {
    const address = '/api/staff/settings/contacts';
    const { current } = (await staff.browser.get(address)).json();
    const read = () => portal.app.inject('/.well-known/security.txt');
    const before = await read();
    expect([before.statusCode, before.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(before.body).toContain(`\nContact: mailto:${current.supportEmail}\n`);
    const value = { ...current, supportEmail: 'security@waya.example' };
    await staff.browser.post(`${address}/versions`, { basedOn: 0, value, note: 'Security team' });
    expect((await read()).body).toContain('\nContact: mailto:security@waya.example\n');
  });
});
