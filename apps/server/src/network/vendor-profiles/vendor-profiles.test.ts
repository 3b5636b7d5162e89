import type { ProfileLine, VendorProfile } from '@portal/contract/network/staff-vendor-profiles';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { HIGH_LIMITS, startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const PATH = '/api/staff/vendor-profiles';
const MISSING = '00000000-0000-4000-8000-000000000000';
const NOTHING = {
  speed: [],
  burst: [],
  pool: [],
  'limit-policy': [],
  'static-address': [],
  'ipv6-prefix': [],
  'session-timeout': [],
};

let portal: TestPortal;
let staff: Staff;
let planId: string;
beforeAll(async () => {
  portal = await startTestPortal({ config: { ...readConfig({}), limits: HIGH_LIMITS, uploadPercent: 40 } });
  staff = await createStaff(portal);
  planId = (await portal.pool.query("select id from service_plans where name = 'Home 50 Mbps'")).rows[0].id;
});
afterAll(() => portal.close());

const line = (attribute: string, value: string): ProfileLine => ({ attribute, value });
const form = (fields: object = {}) => ({ name: 'Ours', ...NOTHING, ...fields });
const list = async (): Promise<VendorProfile[]> => (await staff.browser.get(PATH)).json().profiles;
async function named(name: string): Promise<VendorProfile> {
  const found = (await list()).find((profile) => profile.name === name);
  if (!found) throw new Error(`there is no profile ${name}`);
  return found;
}
const change = (profile: VendorProfile, fields: object) =>
  staff.browser.put(`${PATH}/${profile.id}`, { name: profile.name, ...profile.templates, ...fields });

describe('a vendor profile', () => {
  it('comes with the portal for six vendors, and one for access servers that nobody added', async () => {
    const profiles = await list();
    expect(profiles.map(({ name }) => name)).toEqual([
      'accel-ppp',
      'Cisco',
      'Huawei',
      'Juniper',
      'MikroTik',
      'MikroTik and WISPr',
      'WISPr',
    ]);
    expect(profiles.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['MikroTik and WISPr']);
    expect(profiles.every(({ builtIn, isEdited }) => builtIn && !isEdited)).toBe(true);
  });

  it('is edited, and set back to what it was, audited both times', async () => {
    const cisco = await named('Cisco');
    const speed = [line('Cisco-AVPair', 'ip:sub-qos-policy-out=down-{downMbps}M')];
    expect((await change(cisco, { speed })).json().profile).toMatchObject({ isEdited: true, templates: { speed } });
    expect((await change(cisco, {})).json().profile.isEdited).toBe(false);
    await change(cisco, { speed });
    const reset = await staff.browser.post(`${PATH}/${cisco.id}/reset`, {});
    expect(reset.json().profile).toMatchObject({ isEdited: false, templates: cisco.templates });
    const { rows } = await portal.pool.query('select action from audit_records where subject = $1 order by id', [
      `vendor-profile:${cisco.id}`,
    ]);
    expect(rows.map(({ action }) => action)).toEqual([
      'vendor-profile.change',
      'vendor-profile.change',
      'vendor-profile.change',
      'vendor-profile.reset',
    ]);
    expect((await staff.browser.delete(`${PATH}/${cisco.id}`)).json().code).toBe('vendor-profile.built-in');
  });

  it('is refused with another’s name, and with a sentence for each purpose that has a wrong line', async () => {
    expect((await staff.browser.post(PATH, form({ name: 'huawei' }))).json().errors.name).toContain('has this name');
    const refused = await staff.browser.post(
      PATH,
      form({ speed: [line('Huawei-Speed', '1')], pool: [line('Framed-Pool', '%{User-Name}')] }),
    );
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toEqual({
      speed: '“Huawei-Speed” is not an attribute that a profile may have.',
      pool: 'Framed-Pool may not have % $ " ` or \\: FreeRADIUS would read more into them.',
    });
    expect((await list()).some(({ name }) => name === 'Ours')).toBe(false);
  });

  it('of the operator’s own is deleted once no access server has it', async () => {
    const { profile } = (await staff.browser.post(PATH, form({ speed: [line('Idle-Timeout', '600')] }))).json();
    const server = { name: 'one', address: '10.3.0.1', profileId: profile.id, area: null, coaPort: 3799 };
    const added = await staff.browser.post('/api/staff/access-servers', { ...server, secret: 'sixteen-letters-x' });
    expect((await staff.browser.delete(`${PATH}/${profile.id}`)).json().code).toBe('vendor-profile.in-use');
    await staff.browser.delete(`/api/staff/access-servers/${added.json().server.id}`);
    expect((await staff.browser.post(`${PATH}/${profile.id}/reset`, {})).json().code).toBe(
      'vendor-profile.not-built-in',
    );
    expect((await staff.browser.delete(`${PATH}/${profile.id}`)).statusCode).toBe(200);
    expect((await staff.browser.delete(`${PATH}/${profile.id}`)).statusCode).toBe(404);
  });
});

describe('the preview', () => {
  it('shows what a line of a plan gets, at speed and at the limit, with lines that are not saved', async () => {
    const { id, templates } = await named('MikroTik');
    const seen = (await staff.browser.post(`${PATH}/${id}/preview`, { planId })).json();
    expect(seen.accept).toEqual([line('Mikrotik-Rate-Limit', '20M/50M'), line('Framed-Pool', 'home')]);
    expect(seen.slower).toEqual([line('Mikrotik-Rate-Limit', '1M/2M')]);
    expect(seen.stopped).toContainEqual(line('Mikrotik-Address-List', 'portal-only'));
    expect(seen.withAddress).toContainEqual(line('Framed-IP-Address', '192.0.2.10'));
    const speed = [line('Mikrotik-Group', 'home-{downMbps}')];
    const draft = (await staff.browser.post(`${PATH}/${id}/preview`, { planId, speed })).json();
    expect(draft.slower).toEqual([line('Mikrotik-Group', 'home-2')]);
    expect((await named('MikroTik')).templates).toEqual(templates);
  });

  it('refuses a line that would break out, and a plan or profile that is not there', async () => {
    const { id } = await named('MikroTik');
    const speed = [line('Filter-Id', '`id`')];
    const preview = (of: string, body: object) => staff.browser.post(`${PATH}/${of}/preview`, body);
    expect((await preview(id, { planId, speed })).statusCode).toBe(422);
    expect((await preview(id, { planId: MISSING })).json().code).toBe('plan.not-found');
    expect((await preview(MISSING, { planId })).json().code).toBe('vendor-profile.not-found');
  });
});

it('a line gets the profile of the access server that it comes through, at once after a change of either', async () => {
  const { user } = (await portal.browser().register()).json();
  await portal.pool.query(
    `with plan as (select id, price, download_mbps from service_plans where id = $2),
     line as (insert into network_lines (user_id, username, access, download_mbps, changed_at) select $1, 'line-x@fibre', 'open', download_mbps, now() from plan)
     insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee) select $1, id, 'active', now(), 1, price from plan`,
    [user.id, planId],
  );
  const through = async (nas: string) => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/network/authorize',
      headers: { authorization: `Bearer ${TEST_NETWORK_TOKEN}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ 'User-Name': { value: ['line-x@fibre'] }, 'NAS-IP-Address': { value: [nas] } }),
    });
    return answer.json();
  };
  const common = {
    'reply:Mikrotik-Rate-Limit': '20M/50M',
    'reply:WISPr-Bandwidth-Max-Down': 50_000_000,
    'reply:WISPr-Bandwidth-Max-Up': 20_000_000,
    'reply:Acct-Interim-Interval': 300,
  };
  expect(await through('10.4.0.1')).toEqual(common);
  const huawei = await named('Huawei');
  const server = { name: 'two', address: '10.4.0.1', profileId: huawei.id, area: null, coaPort: 3799 };
  await staff.browser.post('/api/staff/access-servers', { ...server, secret: 'sixteen-letters-x' });
  expect(await through('10.4.0.1')).toEqual({
    'reply:Huawei-Input-Average-Rate': 20_000_000,
    'reply:Huawei-Output-Average-Rate': 50_000_000,
    'reply:Acct-Interim-Interval': 300,
  });
  expect(await through('10.4.0.2')).toEqual(common);
  await change(huawei, { speed: [line('Huawei-Qos-Profile-Name', 'home-{downMbps}m')] });
  expect(await through('10.4.0.1')).toMatchObject({ 'reply:Huawei-Qos-Profile-Name': 'home-50m' });
});
