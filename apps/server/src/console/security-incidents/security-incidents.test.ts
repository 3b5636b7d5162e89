import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQueueEmail } from '../../messaging/email/queue-email.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { unpublishedSettings } from '../../testing/unpublished-settings.ts';
import { remindOfDuties } from './remind-of-duties.ts';

const INCIDENTS = '/api/staff/security-incidents';
const HOUR_MS = 3_600_000;

let portal: TestPortal;
let tosin: Staff;
let now = new Date(0);
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  tosin = await createStaff(portal);
});
afterAll(() => portal.close());
beforeEach(async () => {
  now = (await portal.pool.query<{ now: Date }>('select now()')).rows[0]?.now ?? now;
});

let forms = 0;
const facts = {
  what: 'A list of customers was mailed to a stranger.',
  systems: 'Mail',
  persons: '120 customers',
  data: 'Names and numbers',
  measures: '',
  isCyberIncident: true,
  hasPersonalData: true,
  isHighRisk: false,
};
const open = (fields: object = {}) =>
  tosin.browser.post(INCIDENTS, {
    ...facts,
    kind: 'data-disclosed',
    title: 'List of customers sent out',
    noticedAt: new Date(now.getTime() - HOUR_MS).toISOString(),
    clientIncidentId: `form-${forms++}`,
    ...fields,
  });
const add = (id: string, entry: object) =>
  tosin.browser.post(`${INCIDENTS}/${id}/entries`, { clientEntryId: `entry-${forms++}`, ...entry });
const mails = async (id: string) =>
  (
    await portal.pool.query('select subject, recipient from outbox_messages where message_key like $1 order by id', [
      `incident-duty:${id}:%`,
    ])
  ).rows;

describe('a security incident', () => {
  it('opens with its clocks, once however often the form is sent, and not in the future', async () => {
    const clientIncidentId = 'the same form';
    const { incident } = (await open({ clientIncidentId })).json();
    expect((await open({ clientIncidentId })).json().incident.id).toBe(incident.id);
    expect(incident).toMatchObject({
      number: expect.stringMatching(/^S-\d{4}$/),
      state: 'open',
      openedBy: 'Tosin Adeyemi',
      next: { duty: 'ncc-notice', isOverdue: false, doneAt: null },
      facts,
    });
    expect((await tosin.browser.get(INCIDENTS)).json()[0]).toMatchObject({
      id: incident.id,
      next: { duty: 'ncc-notice' },
    });
    expect((await open({ noticedAt: new Date(now.getTime() + HOUR_MS).toISOString() })).statusCode).toBe(422);
    expect((await open({ kind: 'weather' })).statusCode).toBe(422);
  });

  it('keeps who did each duty and when by the database, whatever a request says, each once', async () => {
    const { incident } = (await open()).json();
    const { rows } = await portal.pool.query('select now() as at');
    const done = (
      await add(incident.id, { kind: 'duty', duty: 'ncc-notice', text: 'By phone', createdAt: '2020-01-01' })
    ).json();
    const { doneAt, doneBy } = done.incident.clocks[0];
    expect(doneBy).toBe('Tosin Adeyemi');
    expect(new Date(doneAt).getTime()).toBeGreaterThanOrEqual(rows[0].at.getTime());
    expect(done.incident.next.duty).toBe('ncc-update');
    const twice = await Promise.all([1, 2].map(() => add(incident.id, { kind: 'duty', duty: 'ndpc-notice' })));
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await add(incident.id, { kind: 'duty', duty: 'persons-told' })).json().message).toMatch('no such duty');
    for (const statement of [
      "update security_incidents set title = ''",
      "update security_incident_entries set text = ''",
      'delete from security_incident_entries',
      'truncate security_incident_entries',
    ])
      await expect(portal.pool.query(statement), statement).rejects.toThrow('only added to');
  });

  it('closes only when everybody was told, and then takes no more', async () => {
    const { incident } = (await open()).json();
    const close = () => add(incident.id, { kind: 'closed', text: 'All done' });
    expect((await close()).json().message).toMatch('still has to be told');
    await add(incident.id, { kind: 'contained', text: 'The mailbox was deleted' });
    expect((await add(incident.id, { kind: 'contained', text: 'Again' })).statusCode).toBe(409);
    for (const duty of ['ncc-notice', 'ncc-report', 'ndpc-notice']) await add(incident.id, { kind: 'duty', duty });
    expect((await close()).json().incident).toMatchObject({ state: 'closed', next: null });
    expect((await add(incident.id, { kind: 'note', text: 'Late' })).json().message).toMatch('closed');
  });

  it('has other duties once more is known, and says what is missing in an entry', async () => {
    const { incident } = (await open()).json();
    const told = await add(incident.id, { kind: 'facts', facts: { ...facts, isHighRisk: true } });
    expect(told.json().incident.next).toMatchObject({ duty: 'persons-told' });
    for (const [entry, field] of [
      [{ kind: 'note' }, 'text'],
      [{ kind: 'duty' }, 'duty'],
      [{ kind: 'facts' }, 'facts'],
    ] as const)
      expect(Object.keys((await add(incident.id, entry)).json().errors)).toEqual([field]);
    for (const wrong of ['none', '00000000-0000-4000-8000-000000000000'])
      expect((await add(wrong, { kind: 'note', text: 'x' })).statusCode).toBe(404);
  });

  it('is mailed to those who may enter it when a duty is due within an hour, and when it is overdue, each once', async () => {
    const support = await createStaff(portal, { firstName: 'Sade', lastName: 'Obi' }, 'support');
    const { incident } = (await open({ noticedAt: new Date(now.getTime() - 3.5 * HOUR_MS).toISOString() })).json();
    const remind = () =>
      remindOfDuties({
        database: portal.database,
        clock: () => now,
        recordAudit: async () => {},
        queueEmail: createQueueEmail({}, unpublishedSettings),
        origin: 'http://portal.test',
      });
    expect(await mails(incident.id)).toMatchObject([
      { subject: expect.stringMatching(/first notice, due /), recipient: tosin.email },
    ]);
    now = new Date(now.getTime() + HOUR_MS);
    await remind();
    await remind();
    const sent = await mails(incident.id);
    expect(sent.map(({ subject }) => subject.includes('overdue'))).toEqual([false, true]);
    expect(sent.some(({ recipient }) => recipient === support.email)).toBe(false);
    const { attention } = (await tosin.browser.get('/api/staff/overview')).json();
    expect(attention.find(({ kind }: { kind: string }) => kind === 'incident-duties-due').count).toBeGreaterThan(0);
  });

  it('is mailed at once if it is opened late, and nothing of the others with it', async () => {
    const { incident: other } = (await open()).json();
    now = new Date(now.getTime() + 3.5 * HOUR_MS);
    const { incident } = (await open({ noticedAt: new Date(now.getTime() - 5 * HOUR_MS).toISOString() })).json();
    expect((await mails(incident.id)).map(({ subject }) => subject)).toEqual([expect.stringMatching('overdue')]);
    expect(await mails(other.id)).toEqual([]);
  });

  it('is a record for the regulator, whose download is audited, and for those alone who may see it', async () => {
    const { incident } = (await open()).json();
    await add(incident.id, { kind: 'duty', duty: 'ncc-notice', text: 'By their portal' });
    const record = await tosin.browser.get(`${INCIDENTS}/${incident.id}/record`);
    expect(record.headers['content-disposition']).toBe(`attachment; filename="${incident.number}.txt"`);
    for (const words of [
      '120 customers',
      'By their portal',
      'Notify the NDPC: due ',
      'Give the NCC the first notice: due',
    ])
      expect(record.body).toContain(words);
    const { rows } = await portal.pool.query('select action from audit_records where subject = $1 order by id', [
      `security-incident:${incident.id}`,
    ]);
    expect(rows.map(({ action }) => action)).toEqual([
      'security-incident.open',
      'security-incident.add',
      'export.download',
    ]);
    const support = await createStaff(portal, { firstName: 'Uche', lastName: 'Eze' }, 'support');
    expect((await support.browser.get(`${INCIDENTS}/${incident.id}/record`)).statusCode).toBe(403);
  });
});
