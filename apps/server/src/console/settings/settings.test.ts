import { brand } from '@portal/brand';
import { weekdays } from '@portal/kernel/support/support-hours';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { renewalRules } from '../../billing/create-billing-dependencies.ts';
import { createNotify } from '../../messaging/notices/create-notify.ts';
import { createLiveBus, type LiveBus } from '../../platform/events/live-bus.ts';
import { createSettings } from '../../platform/settings/create-settings.ts';
import { initialSettings } from '../../platform/settings/initial-settings.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

const INITIAL = initialSettings(
  brand,
  {
    seller: { taxId: null, registrationNumber: null },
    renewals: { invoiceDays: 7, graceDays: 3 },
    refundApprovalAboveNaira: 50_000,
  },
  {},
);

const QUIET = createLiveBus({ relay: null, onError: () => {} });

type Company = Record<'legalName' | 'street' | 'district' | 'city' | 'taxId' | 'registrationNumber', string>;

const read = async (subject: string) => (await staff.browser.get(`/api/staff/settings/${subject}`)).json();
const publish = (subject: string, basedOn: number, value: unknown, note = 'As agreed') =>
  staff.browser.post(`/api/staff/settings/${subject}/versions`, { basedOn, value, note });

it('a publication applies at once, is numbered and audited, and the installation’s own value can be returned to', async () => {
  const { number, current, initial } = await read('company');
  expect([number, current]).toEqual([0, initial]);
  const renamed: Company = { ...current, legalName: 'Waya Holdings Limited', taxId: '01234567-0001' };
  expect((await publish('company', 0, renamed, 'New name')).json()).toMatchObject({ success: true, number: 1 });
  const after = await read('company');
  expect(after).toMatchObject({
    number: 1,
    current: renamed,
    versions: [{ number: 1, note: 'New name', value: renamed, by: { name: expect.any(String) } }],
  });
  expect((await publish('company', 1, null, 'Back')).json()).toMatchObject({ number: 2 });
  expect(await read('company')).toMatchObject({ number: 2, current: initial, versions: [{ value: null }, {}] });
  const { rows } = await portal.pool.query(
    "select actor_id, before, after from audit_records where action = 'setting.publish' order by id",
  );
  expect(rows).toMatchObject([
    { before: { version: 0, legalName: initial.legalName }, after: { version: 1, legalName: renamed.legalName } },
    { before: { version: 1, legalName: renamed.legalName }, after: { version: 2, legalName: initial.legalName } },
  ]);
});

it('of two who edited the same version one publishes; the other is refused and nothing of theirs applies', async () => {
  const { number, current } = await read('claims');
  const answers = await Promise.all(
    ['11 cities', '12 cities', '13 cities'].map((cities) => publish('claims', number, { ...current, cities })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  const late = await publish('claims', number, { ...current, cities: 'late' });
  expect(late.json()).toMatchObject({ success: false, code: 'setting.changed-meanwhile' });
  expect((await publish('claims', 7, current)).statusCode).toBe(409);
  const after = await read('claims');
  expect([after.number, after.versions.length]).toEqual([number + 1, 1]);
});

it('a draft changes nothing, is replaced by the next one, and is gone once its subject is published', async () => {
  const { number, current } = await read('contacts');
  const save = (phone: string) =>
    staff.browser.put('/api/staff/settings/contacts/draft', { basedOn: number, value: { ...current, phone } });
  for (const phone of ['+234 1 111 1111', '+234 1 222 2222']) expect((await save(phone)).statusCode).toBe(200);
  expect(await read('contacts')).toMatchObject({ current, draft: { value: { phone: '+234 1 222 2222' } } });
  expect((await publish('contacts', number, current)).statusCode).toBe(200);
  expect((await read('contacts')).draft).toBeNull();
  await save('+234 1 333 3333');
  expect((await staff.browser.delete('/api/staff/settings/contacts/draft')).statusCode).toBe(200);
  expect((await read('contacts')).draft).toBeNull();
});

it.each([
  ['contacts', { phone: 'call us' }, 'phone'],
  ['contacts', { facebook: 'javascript:alert(1)' }, 'facebook'],
  ['contacts', { supportEmail: 'nobody' }, 'supportEmail'],
  ['company', { legalName: '  ' }, 'legalName'],
  ['limits', { graceDays: 31 }, 'graceDays'],
  ['limits', { refundApprovalAboveNaira: -1 }, 'refundApprovalAboveNaira'],
  ['limits', { invoiceDays: 1.5 }, 'invoiceDays'],
  ['faq', { en: 'no section' }, 'en'],
  ['vat', { changes: [{ from: '2031-02-29', rate: 750 }] }, 'changes'],
  ['vat', { changes: [{ from: '2031-02-01', rate: 3001 }] }, 'changes'],
  ['vat', { changes: [{ from: '2031-02-01', rate: 7.5 }] }, 'changes'],
  ['vat', { changes: ['2031-02-01', '2031-02-01'].map((from) => ({ from, rate: 750 })) }, 'changes'],
  ['vat', { changes: [{ from: '2020-02-01', rate: 750 }] }, 'changes'],
  ['support', { monday: '17:00-08:00' }, 'monday'],
  ['support', { friday: '8-17' }, 'friday'],
  ['support', { holidays: [{ day: '2031-02-29', name: 'None' }] }, 'holidays'],
  ['support', { faultResponse: 73 }, 'faultResolution'],
  ['support', { otherResolution: 2161 }, 'otherResolution'],
])('what cannot be right in %s is refused beside its field: %o', async (subject, wrong, field) => {
  const { number, current } = await read(subject);
  const refused = await publish(subject, number, { ...current, ...wrong });
  expect(refused.statusCode).toBe(422);
  expect(Object.keys(refused.json().errors)).toEqual([field]);
  expect((await read(subject)).number).toBe(number);
});

it('support is there for some hours of a week', async () => {
  const { current, number } = await read('support');
  const closed = Object.fromEntries(weekdays.map((day) => [day, '']));
  const refused = await publish('support', number, { ...current, ...closed, monday: '08:00-12:00' });
  expect(refused.json().errors).toEqual({ monday: 'Support must be there for at least 5 hours a week' });
});

it('the audit log has the rates of VAT, and who may not change settings cannot schedule one', async () => {
  const changes = [{ from: '2031-02-01', rate: 1000 }];
  const order = { basedOn: 0, value: { changes }, note: 'The new act' };
  const customer = portal.browser();
  await customer.register();
  expect((await customer.post('/api/staff/settings/vat/versions', order)).statusCode).toBe(403);
  expect((await publish('vat', 0, { changes }, 'The new act')).statusCode).toBe(200);
  const { rows } = await portal.pool.query(
    "select before, after from audit_records where subject = 'setting:vat' order by id desc limit 1",
  );
  expect(rows).toEqual([
    {
      before: { version: 0, changes: '' },
      after: { version: 1, note: 'The new act', changes: '10% from 2031-02-01' },
    },
  ]);
  expect((await publish('vat', 1, null)).statusCode).toBe(200);
});

it('other instances have a publication by an event, or without one when they next look, within 5 s', async () => {
  const bus = createLiveBus({ relay: null, onError: () => {} });
  const instance = (on: LiveBus) =>
    createSettings({ ...portal, bus: on, initial: INITIAL, logger: { warn: vi.fn(), error: vi.fn() } });
  const deaf = createLiveBus({ relay: null, onError: () => {} });
  const [own, told, untold] = [instance(bus), instance(bus), instance(deaf)];
  const { number, current } = await read('company');
  await publish('company', number, { ...current, city: 'Jos' });
  expect([told, untold].map(({ get }) => get('company').city)).toEqual([INITIAL.company.city, INITIAL.company.city]);
  await own.publish('company');
  await vi.waitFor(() => expect(told.get('company').city).toBe('Jos'));
  const [look] = untold.jobs;
  expect(look?.intervalMs).toBeLessThan(5000);
  await look?.work(new AbortController().signal);
  expect(untold.get('company').city).toBe('Jos');
});

it('a value of another release gets the fields that it lacks, and one that does not fit is not used', async () => {
  const logger = { warn: vi.fn(), error: vi.fn() };
  const bus = createLiveBus({ relay: null, onError: () => {} });
  const settings = createSettings({ ...portal, bus, initial: INITIAL, logger });
  const store = (value: object) =>
    portal.pool.query("update setting_versions set value = $1 where subject = 'company' and state = 'published'", [
      value,
    ]);
  await store({ city: 'Kano' });
  await settings.load();
  expect(settings.get('company')).toEqual({ ...INITIAL.company, city: 'Kano' });
  expect(logger.error).not.toHaveBeenCalled();
  await store({ city: 7 });
  await settings.load();
  expect(settings.get('company')).toEqual(INITIAL.company);
  expect(logger.error).toHaveBeenCalledOnce();
});

describe('the words of a notice', () => {
  const SUBJECT = 'notice-line-suspended';
  const words = async (changed: Record<string, string>) => ({ ...(await read(SUBJECT)).current, ...changed });
  const test = (value: object | null, channel: 'email' | 'sms') =>
    staff.browser.post(`/api/staff/settings/${SUBJECT}/tests`, { value, language: 'yo', channel });

  it('that name an unknown variable, or lack one that customers need, are refused with its name', async () => {
    const refusal = async (changed: Record<string, string>) =>
      (await publish(SUBJECT, 0, await words(changed))).json().errors;
    expect(await refusal({ yoText: '{amount} for {plan} of {customer}' })).toEqual({
      yoText: 'This notice has no {customer}. It has {amount}, {plan}.',
    });
    expect(await refusal({ haSms: 'Pay {amount}' })).toEqual({ haSms: '{plan} is missing: customers need it here.' });
  });

  it('reach the bell, the mail and the text of customers in their language, and older ones return with what was installed', async () => {
    const customer = portal.browser();
    const { user } = (await customer.register()).json();
    await portal.pool.query("update users set phone = '+2348031234567', phone_verified_at = now() where id = $1", [
      user.id,
    ]);
    await customer.put('/api/user/language', { language: 'yo' });
    const settings = createSettings({
      ...portal,
      bus: QUIET,
      initial: INITIAL,
      logger: { warn: vi.fn(), error: vi.fn() },
    });
    const notify = createNotify({
      texts: {},
      origin: 'http://portal.test',
      canText: true,
      unsubscribeAt: () => 'http://portal.test/unsubscribe/1',
      settings,
    });
    const suspend = async (key: string) => {
      await settings.load();
      const values = { amount: '₦100.00', plan: 'Home' };
      await notify(portal.database, { key, kind: 'line-suspended', customerId: user.id, values });
      const { rows } = await portal.pool.query(
        'select channel, subject, text from outbox_messages where message_key like $1 order by channel',
        [`${key}%`],
      );
      return rows;
    };
    const own = await words({
      yoTitle: 'A ti dá a dúró',
      yoText: 'San {amount} fún {plan}',
      yoSms: 'SMS {amount} {plan}',
    });
    expect((await publish(SUBJECT, 0, own)).statusCode).toBe(200);
    expect(await suspend('own')).toMatchObject([
      { channel: 'email', subject: 'A ti dá a dúró', text: expect.stringContaining('San ₦100.00 fún Home') },
      { channel: 'sms', text: expect.stringMatching(/: SMS ₦100\.00 Home$/) },
    ]);
    const bell = async (language: string) => {
      customer.cookies.set('language', language);
      return (await customer.get('/api/user/notices')).json()[0].title;
    };
    expect([await bell('yo'), await bell('en')]).toEqual(['A ti dá a dúró', INITIAL[SUBJECT].enTitle]);
    await publish(SUBJECT, 1, null);
    expect((await suspend('installed'))[0].subject).toBe(INITIAL[SUBJECT].yoTitle);
  });

  it('are sent to oneself as a test, audited, not to a number that is not verified, and not without end', async () => {
    const unpublished = await words({ yoTitle: 'Ìdánwò', yoText: '{amount} {plan}' });
    expect((await test(unpublished, 'email')).statusCode).toBe(200);
    const { rows } = await portal.pool.query(
      "select recipient, subject from outbox_messages where message_key like 'setting-test:%'",
    );
    expect(rows).toEqual([{ recipient: staff.email, subject: 'Ìdánwò' }]);
    expect((await test(unpublished, 'sms')).json()).toMatchObject({ code: 'setting.no-phone' });
    expect((await test({ ...unpublished, yoText: 'no variable' }, 'email')).statusCode).toBe(422);
    // Found by `npm run fuzz`, seed 22.
    expect((await test(null, 'email')).json().errors).toHaveProperty('enText');
    const audit = await portal.pool.query("select after from audit_records where action = 'setting.test'");
    expect(audit.rows).toEqual([{ after: { channel: 'email', language: 'yo' } }]);
    const answers = [];
    for (let count = 0; count < 20; count += 1) answers.push((await test(unpublished, 'email')).statusCode);
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([19, 429]);
    const other = await staff.browser.post('/api/staff/settings/company/tests', {
      value: null,
      language: 'en',
      channel: 'email',
    });
    expect(other.statusCode).toBe(404);
  });
});

it('a published text is public with its version, and there is none while the installation’s own is in use', async () => {
  const text = async () => (await portal.app.inject('/api/site-texts/terms')).json();
  expect(await text()).toBeNull();
  const value = { effectiveFrom: '2026-12-01', en: '## <b>One</b>', yo: '', ha: '', ig: '' };
  expect((await publish('terms', 0, { ...value, effectiveFrom: '2026-02-30' })).json().errors).toHaveProperty(
    'effectiveFrom',
  );
  await publish('terms', 0, value);
  expect(await text()).toEqual({ number: 1, ...value });
  await publish('terms', 1, null);
  expect(await text()).toBeNull();
});

it('the rules of renewals are those of the moment in which they are read', async () => {
  const settings = createSettings({
    ...portal,
    bus: QUIET,
    initial: INITIAL,
    logger: { warn: vi.fn(), error: vi.fn() },
  });
  const rules = renewalRules(settings);
  expect(rules.graceDays).toBe(3);
  await publish('limits', 0, { ...(await read('limits')).current, graceDays: 5 });
  await settings.load();
  expect(rules).toMatchObject({ graceDays: 5, invoiceDays: 7 });
});
