import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStaff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { recordAudit } from './record-audit.ts';
import { redactAudit } from './redact-audit.ts';

let portal: TestPortal;
let actorId: number;
beforeAll(async () => {
  portal = await startTestPortal();
  actorId = (await createStaff(portal)).id;
});
afterAll(() => portal.close());

async function record(subject: string): Promise<number> {
  await portal.database.transaction((tx) =>
    recordAudit(tx, {
      actorId,
      action: 'customer.edit',
      subject,
      before: { name: 'Amina' },
      after: { name: 'Halima' },
    }),
  );
  const { rows } = await portal.pool.query('select id from audit_records where subject = $1', [subject]);
  return Number(rows[0].id);
}
const redact = (...ids: number[]) => portal.database.transaction((tx) => redactAudit(tx, ids));

it('erases before and after of the named records only, and keeps who, what and when', async () => {
  const [erased, kept] = [await record('customer:1'), await record('customer:2')];
  expect(await redact(erased)).toBe(1);
  const { rows } = await portal.pool.query(
    'select id::int, actor_id, action, subject, before, after, redacted_at from audit_records where id in ($1, $2) order by id',
    [erased, kept],
  );
  const stays = { actor_id: actorId, action: 'customer.edit' };
  expect(rows).toEqual([
    { id: erased, ...stays, subject: 'customer:1', before: null, after: null, redacted_at: expect.any(Date) },
    {
      id: kept,
      ...stays,
      subject: 'customer:2',
      before: { name: 'Amina' },
      after: { name: 'Halima' },
      redacted_at: null,
    },
  ]);
});

it('erases once, however often it is asked, and leaves unknown ids alone', async () => {
  const id = await record('customer:3');
  expect(await redact(id, 999_999_999)).toBe(1);
  expect(await redact(id)).toBe(0);
  expect(await redact()).toBe(0);
  const { rows } = await portal.pool.query('select from audit_redactions where record_id = $1', [id]);
  expect(rows).toHaveLength(1);
});

it('is undone with the transaction that asked for it', async () => {
  const id = await record('customer:4');
  const failing = portal.database.transaction(async (tx) => {
    await redactAudit(tx, [id]);
    throw new Error('the deletion failed');
  });
  await expect(failing).rejects.toThrow('the deletion failed');
  const { rows } = await portal.pool.query('select before, redacted_at from audit_records where id = $1', [id]);
  expect(rows).toEqual([{ before: { name: 'Amina' }, redacted_at: null }]);
});

it('leaves no other way to change a record, its redaction or the chain', async () => {
  const id = await record('customer:5');
  await redact(id);
  for (const change of [
    'update audit_records set after = null',
    'delete from audit_redactions',
    'update audit_chain set salt = null',
    'truncate audit_drops',
    'delete from audit_anchors',
  ])
    await expect(portal.pool.query(change), change).rejects.toThrow('never changed');
});
