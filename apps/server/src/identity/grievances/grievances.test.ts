import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

const GRIEVANCES = '/api/user/privacy/grievances';
const DAY_MS = 86_400_000;

let portal: TestPortal;
let staff: Staff;
let now = new Date('2026-11-27T09:00:00Z');
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

let forms = 0;
const form = () => ({
  what: 'You called me by another customer’s name.',
  since: 'The first of November',
  wanted: 'Correct it.',
  clientGrievanceId: `form-${forms++}`,
});
async function newCustomer(): Promise<{ browser: TestBrowser; email: string; id: number }> {
  const browser = portal.browser();
  const { user } = (await browser.register()).json();
  return { browser, email: user.email, id: user.id };
}
const mailsTo = async (email: string) =>
  (
    await portal.pool.query(
      "select subject, text from outbox_messages where recipient = $1 and message_key like 'grievance%' order by id",
      [email],
    )
  ).rows;
const answer = (id: string, body: object = { finding: 'violation', answer: 'Corrected today.' }) =>
  staff.browser.post(`/api/staff/grievances/${id}/answer`, body);
const attention = async () =>
  (await staff.browser.get('/api/staff/overview'))
    .json()
    .attention.find(({ kind }: { kind: string }) => kind === 'grievances-overdue');

describe('a grievance about one’s data', () => {
  it('has a number and the day of the answer, is confirmed by mail, and is one however often it is sent', async () => {
    const { browser, email } = await newCustomer();
    const body = form();
    const [first, second] = [await browser.post(GRIEVANCES, body), await browser.post(GRIEVANCES, body)];
    const { grievance } = first.json();
    expect(second.json().grievance).toEqual(grievance);
    expect(grievance).toMatchObject({
      number: expect.stringMatching(/^G-\d{6}$/),
      status: 'received',
      receivedAt: now.toISOString(),
      dueAt: new Date(now.getTime() + 30 * DAY_MS).toISOString(),
      finding: null,
      answer: null,
    });
    expect((await browser.get(GRIEVANCES)).json()).toEqual({ answerDays: 30, grievances: [grievance] });
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual([`We have your grievance ${grievance.number}`]);
    expect(mails[0]?.text).toMatch(/answer you by 27 December 2026[\s\S]*ndpc\.gov\.ng/);
  });

  it('is refused without what, since when and the wish, and while five wait for an answer', async () => {
    const { browser } = await newCustomer();
    const refused = await browser.post(GRIEVANCES, { ...form(), what: ' ', since: '', wanted: '\u200b' });
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().errors)).toEqual(['what', 'since', 'wanted']);
    const answers = await Promise.all(Array.from({ length: 7 }, () => browser.post(GRIEVANCES, form())));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 409, 409]);
  });

  it('is seen by its author and by those staff alone who look after data protection', async () => {
    const [author, other] = [await newCustomer(), await newCustomer()];
    const { grievance } = (await author.browser.post(GRIEVANCES, form())).json();
    expect((await other.browser.get(GRIEVANCES)).json().grievances).toEqual([]);
    const support = await createStaff(portal, { firstName: 'Sade', lastName: 'Obi' }, 'support');
    expect((await support.browser.get('/api/staff/grievances')).statusCode).toBe(403);
    const auditor = await createStaff(portal, { firstName: 'Audu', lastName: 'Bako' }, 'auditor');
    const listed = (await auditor.browser.get('/api/staff/grievances')).json();
    expect(listed.find(({ id }: { id: string }) => id === grievance.id)).toMatchObject({
      customer: { id: author.id, name: 'Bisi Adu' },
    });
    expect(
      (
        await auditor.browser.post(`/api/staff/grievances/${grievance.id}/answer`, {
          finding: 'violation',
          answer: 'x',
        })
      ).statusCode,
    ).toBe(403);
  });

  it('is answered once, with what was found, by mail and at the bell, and closed only after that', async () => {
    const { browser, email, id } = await newCustomer();
    const { grievance } = (await browser.post(GRIEVANCES, form())).json();
    const close = () => staff.browser.post(`/api/staff/grievances/${grievance.id}/close`, { outcome: 'settled' });
    expect((await close()).json().message).toMatch('Only a grievance that is answered');
    expect((await answer(grievance.id, { answer: 'We look into it.' })).statusCode).toBe(422);
    const both = await Promise.all([answer(grievance.id), answer(grievance.id)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await browser.get(GRIEVANCES)).json().grievances).toMatchObject([
      { status: 'answered', finding: 'violation', answer: 'Corrected today.' },
    ]);
    expect((await mailsTo(email)).at(-1)).toMatchObject({
      subject: `Our answer to your grievance ${grievance.number}`,
      text: expect.stringMatching(/you are right[\s\S]*Corrected today\.[\s\S]*go to court/),
    });
    expect((await browser.get('/api/user/notices')).body).toContain('We have answered your grievance');
    expect([(await close()).statusCode, (await close()).statusCode]).toEqual([200, 409]);
    const { rows } = await portal.pool.query('select action, after from audit_records where subject = $1 order by id', [
      `customer:${id}`,
    ]);
    expect(rows).toEqual([
      { action: 'grievance.answer', after: { number: grievance.number, finding: 'violation' } },
      { action: 'grievance.close', after: { number: grievance.number, outcome: 'settled' } },
    ]);
    for (const wrong of ['none', '00000000-0000-4000-8000-000000000000'])
      expect((await answer(wrong)).statusCode).toBe(404);
  });

  it('is on the console’s home once it is overdue, until it is answered', async () => {
    await portal.pool.query('delete from grievances');
    const { browser } = await newCustomer();
    const { grievance } = (await browser.post(GRIEVANCES, form())).json();
    expect(await attention()).toBeUndefined();
    const before = now;
    now = new Date(now.getTime() + 30 * DAY_MS + 1000);
    await portal.pool.query("update sessions set expire = expire + interval '40 days'");
    expect(await attention()).toEqual({ kind: 'grievances-overdue', count: 1, since: grievance.dueAt });
    await answer(grievance.id);
    expect(await attention()).toBeUndefined();
    now = before;
  });
});
