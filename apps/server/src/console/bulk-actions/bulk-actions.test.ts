import { randomUUID } from 'node:crypto';
import { toKobo } from '@portal/kernel/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveCreditWithin } from '../../billing/adjustments/give-credit.ts';
import { recordAudit } from '../../identity/index.ts';
import { createTextMessages } from '../../messaging/sms/create-text-messages.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { notify } from '../../testing/testbeds/announcement-testbed.ts';
import type { BulkDependencies } from './bulk-dependencies.ts';
import { runBulkActions } from './run-bulk-actions.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const PATH = '/api/staff/bulk-actions';
const NOW = new Date('2026-07-04T12:00:00+01:00');

let portal: TestPortal;
let tosin: Staff;
let second: Staff;
let people: number[];
let tag: string;
let tags = 0;

beforeAll(async () => {
  portal = await startTestPortal({
    clock: () => NOW,
    config: { ...readConfig({ SMS_PART_PRICE_KOBO: '400' }), limits: HIGH_LIMITS },
  });
  tosin = await createStaff(portal);
  second = await createStaff(portal, { firstName: 'Second', lastName: 'Person' });
});
afterAll(() => portal.close());

beforeEach(async () => {
  tag = `group-${tags++}`;
  const { rows } = await portal.pool.query(
    `with made as (insert into users (email, email_key, password_hash, referral_code, first_name)
       select format('%s-%s@mail.example', $1::text, n), format('%s-%s@mail.example', $1::text, n), '', format('%s-%s', $1::text, n), '=Ada'
       from generate_series(1, 5) n returning id)
     select id from made order by id`,
    [tag],
  );
  people = rows.map(({ id }) => id);
  await portal.pool.query('insert into customer_tags select unnest($1::int[]), $2, now()', [people, tag]);
});

const limit = toKobo(5_000_000);
const credit: BulkDependencies['giveCredit'] = (tx, grant) =>
  giveCreditWithin({ clock: () => NOW, approvalAboveKobo: () => limit, notify }, tx, grant);

const textMessages = createTextMessages({
  canText: true,
  sends: true,
  partPriceKobo: 400,
  isQuiet: () => false,
});

/** Does what is running, as the job does it. */
function run(overrides: Partial<BulkDependencies> = {}) {
  return runBulkActions({
    database: portal.database,
    clock: () => NOW,
    logger: { error: () => {} },
    recordAudit,
    notify,
    isQuiet: () => false,
    isOutboxFull: async () => false,
    giveCredit: credit,
    textMessages,
    needsApproval: (sum) => sum > limit,
    publishLiveUpdate: () => {},
    ...overrides,
  });
}

const newFormId = () => randomUUID().replaceAll('-', '');
type Action = Record<string, unknown> & { kind: string };
const preview = (action: Action, target: object = { filter: { tag } }, who = tosin) =>
  who.browser.post('/api/staff/bulk-action-previews', { action, target });
const start = (action: Action, more: object = {}, who = tosin) =>
  who.browser.post(PATH, {
    formId: newFormId(),
    action,
    target: { filter: { tag } },
    expected: people.length,
    ...more,
  });
async function started(action: Action, more: object = {}): Promise<string> {
  const answer = await start(action, more);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().bulkAction.id;
}
const read = async (id: string) => (await tosin.browser.get(`${PATH}/${id}`)).json();
const outcomes = async (id: string): Promise<string[]> =>
  (await tosin.browser.get(`${PATH}/${id}/rows`))
    .json()
    .map(({ outcome, reason }: { outcome: string; reason: string | null }) =>
      reason ? `${outcome}: ${reason}` : outcome,
    );
const hasTag = async (name: string): Promise<number[]> =>
  (await portal.pool.query('select user_id from customer_tags where tag = $1 order by 1', [name])).rows.map(
    ({ user_id }) => user_id,
  );
const creditOf = async () =>
  (
    await portal.pool.query(
      'select user_id, sum(amount)::float8 as amount from billing_adjustments where user_id = any($1) group by 1 order by 1',
      [people],
    )
  ).rows.map(({ amount }) => amount);

describe('a preview', () => {
  it('says how many, a few names, and who is left out why, and changes nothing', async () => {
    await portal.pool.query('update users set disabled = true where id = $1', [people[0]]);
    const answer = (await preview({ kind: 'credit', amount: 20_000, reason: 'Outage' })).json();
    expect(answer).toMatchObject({
      found: 5,
      acts: 4,
      leftOut: [{ reason: 'The account is disabled', count: 1 }],
      sum: 80_000,
      needsApproval: true,
    });
    expect(answer.sample).toHaveLength(4);
    expect((await portal.pool.query('select from bulk_actions')).rowCount).toBe(0);
  });

  it('leaves out who wants no promotions, who has the tag, and staff', async () => {
    const left = async (action: Action, target?: object) => (await preview(action, target)).json().leftOut;
    const offer = { kind: 'announce', category: 'promotion', title: 'Half price', text: 'Today' };
    expect(await left(offer)).toEqual([{ reason: 'Wants no promotional offers', count: 5 }]);
    expect(await left({ kind: 'add-tag', tag })).toEqual([{ reason: 'Has the tag already', count: 5 }]);
    expect(await left({ kind: 'add-tag', tag: 'vip' }, { ids: [tosin.id, people[0]] })).toEqual([
      { reason: 'Works at the console', count: 1 },
    ]);
  });
});

describe('an action', () => {
  it('is done to each customer once, also when its form is sent twice, and each is in the audit log with who asked', async () => {
    const formId = newFormId();
    const action = { kind: 'add-tag', tag: `VIP ${tag}` };
    const both = await Promise.all([start(action, { formId }), start(action, { formId })]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const { id } = both[0].json().bulkAction;
    expect((await start({ ...action, tag: 'other' }, { formId })).json().code).toBe('bulk.started');
    await Promise.all([run(), run()]);
    expect(await hasTag(`vip ${tag}`)).toEqual(people);
    expect(await read(id)).toMatchObject({ state: 'done', total: 5, done: 5, skipped: 0, failed: 0 });
    const { rows } = await portal.pool.query(
      "select actor_id from audit_records where action = 'customer.tags' and subject = any($1)",
      [people.map((person) => `customer:${person}`)],
    );
    expect(rows).toEqual(people.map(() => ({ actor_id: tosin.id })));
  });

  it('goes on for the others where it fails for one, and says so by row and in a file that no spreadsheet runs', async () => {
    const [broken] = people;
    const id = await started({ kind: 'credit', amount: 100, reason: 'Sorry' });
    await run({
      giveCredit: async (tx, grant) => {
        if (grant.userId === broken) await tx.execute('select 1 / 0');
        return credit(tx, grant);
      },
    });
    expect(await outcomes(id)).toEqual([
      'failed: Could not be done. The log says why.',
      'done',
      'done',
      'done',
      'done',
    ]);
    expect(await creditOf()).toEqual([100, 100, 100, 100]);
    const file = await tosin.browser.get(`${PATH}/${id}/result.csv`);
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.body.split('\r\n')).toHaveLength(7);
    expect(file.body).toContain(`${broken},`);
    expect(file.body).toContain(",'=Ada,");
    expect(file.body).toContain('failed,Could not be done. The log says why.');
  });

  it('is continued by another worker after a kill, and gives nobody anything twice', async () => {
    const id = await started({ kind: 'credit', amount: 100, reason: 'Sorry' });
    let given = 0;
    const dying = run({
      giveCredit: async (tx, grant) => {
        if (given++ === 3) await tx.execute('select pg_terminate_backend(pg_backend_pid())');
        return credit(tx, grant);
      },
    });
    await expect(dying).rejects.toThrow();
    expect(await read(id)).toMatchObject({ state: 'running', done: 0 });
    await run();
    expect(await read(id)).toMatchObject({ state: 'done', done: 5 });
    expect(await creditOf()).toEqual([100, 100, 100, 100, 100]);
  });

  it('is done to nobody else once it is cancelled', async () => {
    const id = await started({ kind: 'remove-tag', tag });
    expect((await tosin.browser.post(`${PATH}/${id}/cancel`, {})).statusCode).toBe(200);
    expect((await tosin.browser.post(`${PATH}/${id}/cancel`, {})).json().code).toBe('bulk.ended');
    await run();
    expect(await hasTag(tag)).toEqual(people);
    expect(await outcomes(id)).toEqual(people.map(() => 'waiting'));
  });

  it('tells customers once by notice and mail, and waits while the outbox is full', async () => {
    const id = await started({
      kind: 'announce',
      category: 'service',
      title: 'Works tonight',
      text: 'At two',
      link: '',
    });
    await run({ isOutboxFull: async () => true });
    expect(await read(id)).toMatchObject({ state: 'running', done: 0 });
    await run();
    const notices = await portal.pool.query("select user_id from notices where notice_key like 'bulk:' || $1 || ':%'", [
      id,
    ]);
    expect(notices.rows.map(({ user_id }) => user_id).sort((a, b) => a - b)).toEqual(people);
    const mails = await portal.pool.query(
      "select 1 from outbox_messages where message_key like 'bulk:' || $1 || ':%'",
      [id],
    );
    expect(mails.rowCount).toBe(5);
  });

  describe('a text', () => {
    const service = { kind: 'text', category: 'service', text: 'Works tonight at two' };
    const promotion = { ...service, category: 'promotion', text: `${'a'.repeat(160)}` };
    const texts = async (id: string) =>
      (
        await portal.pool.query(
          "select recipient, text, promotional from outbox_messages where message_key like 'bulk:' || $1 || ':%' order by recipient",
          [id],
        )
      ).rows;
    /** The first three have a verified number, the fourth one that is not verified. */
    beforeEach(async () => {
      await portal.pool.query(
        `update users set phone = '+23480' || lpad(id::text, 8, '0'), phone_verified_at = case when id <> $2 then now() end
         where id = any($1)`,
        [people.slice(0, 4), people[3]],
      );
      await portal.pool.query(
        'insert into notification_choices (user_id, service_updates, promotional_offers, updated_at) values ($1, false, true, now())',
        [people[0]],
      );
    });

    it('shows how many parts and naira it takes, and who gets none and why', async () => {
      expect((await preview(service)).json()).toMatchObject({
        acts: 2,
        leftOut: [
          { reason: 'Has no verified phone number', count: 2 },
          { reason: 'Wants no service updates', count: 1 },
        ],
        texts: { parts: 1, isUnicode: false, together: 2, cost: 8, waits: false },
      });
      expect((await preview(promotion)).json()).toMatchObject({ acts: 1, texts: { parts: 2, together: 2, cost: 8 } });
      expect((await preview({ ...service, text: 'ẹ'.repeat(70) })).json().texts).toMatchObject({
        parts: 2,
        isUnicode: true,
      });
      expect((await preview({ kind: 'export' })).json().texts).toBeNull();
    });

    it('is sent once to each who gets it, waits behind other texts, and each row says what became of it', async () => {
      const id = await started(service);
      await run({ textMessages: { ...textMessages, areWaiting: async () => true } });
      expect(await texts(id)).toEqual([]);
      await Promise.all([run(), run()]);
      const phone = (at: number) => `+23480${String(people[at]).padStart(8, '0')}`;
      expect(await texts(id)).toEqual(
        [1, 2].map((at) => ({
          recipient: phone(at),
          text: expect.stringMatching(/: Works tonight at two$/),
          promotional: false,
        })),
      );
      await portal.pool.query(
        "update outbox_messages set sent_at = now() where message_key = 'bulk:' || $1 || ':' || $2 || ':sms'",
        [id, people[1]],
      );
      expect(await outcomes(id)).toEqual([
        'skipped: Wants no service updates',
        'done: Taken by the SMS provider',
        'done: Waits to be sent',
        'skipped: Has no verified phone number',
        'skipped: Has no verified phone number',
      ]);
      expect((await tosin.browser.get(`${PATH}/${id}/result.csv`)).body).toContain(',done,Waits to be sent,');
    });

    it('that is a promotion waits for the end of the quiet hours, and one without a provider goes to nobody', async () => {
      const id = await started(promotion);
      await run({ isQuiet: () => true });
      expect(await texts(id)).toEqual([]);
      await run({ textMessages: { ...textMessages, canText: false } });
      expect(await texts(id)).toEqual([]);
      expect(await read(id)).toMatchObject({ state: 'done', done: 0, skipped: 5 });
      const other = await started(promotion);
      await run();
      expect(await texts(other)).toMatchObject([{ promotional: true }]);
    });
  });

  it('is not started when other customers fit than the preview said, or more than 10,000', async () => {
    expect((await start({ kind: 'export' }, { expected: 4 })).json().code).toBe('bulk.changed');
    // Accounts of their own, which nothing here reads, would take ten times as long.
    await portal.pool.query(
      `begin; set local session_replication_role = replica;
       with made as (insert into users (email, email_key, password_hash, referral_code)
         select format('many-%s', n), format('many-%s', n), '', format('many-%s', n)
         from generate_series(1, 10001) n returning id)
       insert into customer_tags select id, 'many', now() from made; commit`,
    );
    expect((await preview({ kind: 'export' }, { filter: { tag: 'many' } })).json().code).toBe('bulk.too-many');
    expect((await preview({ kind: 'export' }, {})).statusCode).toBe(422);
  });
});

describe('credit above the operator’s sum for all together', () => {
  const gift = { kind: 'credit', amount: 20_000, reason: 'Long outage' };
  const decide = (who: Staff, id: string, approve: boolean) =>
    who.browser.post(`${PATH}/${id}/decision`, { approve, reason: 'Looked at' });

  it('waits for a second person, and is booked once with their name', async () => {
    const id = await started(gift);
    await run();
    expect(await read(id)).toMatchObject({ state: 'awaiting-approval', sum: 100_000, done: 0 });
    expect((await decide(tosin, id, true)).json().code).toBe('bulk.second-person');
    const race = await Promise.all([decide(second, id, true), decide(second, id, true)]);
    expect(race.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await run();
    expect(await read(id)).toMatchObject({ state: 'done', done: 5, decidedBy: { id: second.id } });
    const { rows } = await portal.pool.query(
      'select distinct status, requested_by, decided_by from billing_adjustments where user_id = any($1)',
      [people],
    );
    expect(rows).toEqual([{ status: 'booked', requested_by: tosin.id, decided_by: second.id }]);
  });

  it('is declined, and then moves nothing', async () => {
    const id = await started(gift);
    await decide(second, id, false);
    await run();
    expect(await read(id)).toMatchObject({ state: 'declined' });
    expect(await creditOf()).toEqual([]);
  });
});

it('needs the permission to do the same to one customer, and an export that to download it', async () => {
  const sales = await createStaff(portal, { firstName: 'Ada', lastName: 'Sales' }, 'sales');
  expect((await preview({ kind: 'credit', amount: 1, reason: 'x' }, undefined, sales)).statusCode).toBe(403);
  expect((await start({ kind: 'export' }, {}, sales)).statusCode).toBe(403);
  expect((await preview({ kind: 'add-tag', tag: 'x' }, undefined, sales)).statusCode).toBe(200);
  const id = await started({ kind: 'export' });
  expect(await read(id)).toMatchObject({ state: 'done', done: 5 });
  expect((await sales.browser.get(`${PATH}/${id}/result.csv`)).statusCode).toBe(403);
  expect((await tosin.browser.get(`${PATH}/${id}/result.csv`)).statusCode).toBe(200);
});
