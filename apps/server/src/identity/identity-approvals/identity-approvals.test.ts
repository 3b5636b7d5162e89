import type { IdentityApproval } from '@portal/contract/identity/identity-approvals';
import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMail } from '../../testing/read-mail.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { lockAccount } from '../accounts/account.repository.ts';
import { createIdentityApprovals } from './create-identity-approvals.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const APPROVALS = '/api/staff/identity-approvals';
const MINUTE_MS = 60_000;

let portal: TestPortal;
let now = new Date('2026-11-27T09:00:00Z');
const clock = () => now;
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};
beforeAll(async () => {
  portal = await startTestPortal({ clock });
});
afterAll(() => portal.close());

const staffCalled = (firstName: string, role: StaffRole = 'support') =>
  createStaff(portal, { firstName, lastName: 'Eze' }, role);

let first: Staff;
let second: Staff;
let customer: { readonly id: number; readonly email: string };
beforeEach(async () => {
  [first, second] = [await staffCalled('Ngozi'), await staffCalled('Tunde')];
  customer = (await portal.browser().register()).json().user;
});

/** As a noun asks for it; what its confirmation does is counted. */
function noun() {
  const done = vi.fn(async () => {});
  const approvals = createIdentityApprovals({ database: portal.database, clock, publish: async () => {} });
  approvals.onConfirmed('account-merge', done);
  const request = (userId = customer.id, requestedBy = first.id) =>
    portal.database.transaction(async (tx) => {
      await lockAccount(tx, userId);
      return approvals.request(tx, {
        kind: 'account-merge',
        userId,
        payload: { into: 1 },
        changes: [{ field: 'email', from: customer.email, to: 'new@mail.example' }],
        identifiedBy: 'Identity card seen',
        reason: 'Two accounts of one person',
        requestedBy,
      });
    });
  const confirm = (id: string, staffId = second.id) =>
    approvals.decide({ id, staffId, approve: true, reason: 'NIN card, same face' });
  return { done, request, confirm };
}

const decide = (who: Staff, id: string, approve: boolean) =>
  who.browser.post(`${APPROVALS}/${id}/decision`, { approve, reason: 'Looked at the card' });
const list = async (who: Staff, query = `?customer=${customer.id}`): Promise<IdentityApproval[]> =>
  (await who.browser.get(`${APPROVALS}${query}`)).json();
const stateOf = async (id: string) => (await list(second)).find((one) => one.id === id)?.state;
const auditOf = async () =>
  (
    await portal.pool.query<{ action: string; actor_id: number; after: Record<string, unknown> }>(
      "select action, actor_id, after from audit_records where subject = $1 and action like 'identity-approval.%' order by id",
      [`customer:${customer.id}`],
    )
  ).rows;

describe('what needs two members of staff', () => {
  it('waits for fifteen minutes where every second person finds it, with who asked, how they knew and why', async () => {
    const { id } = await noun().request();
    const [waiting] = await list(second, '?state=waiting');
    expect(waiting).toMatchObject({
      id,
      kind: 'account-merge',
      state: 'waiting',
      customer: { id: customer.id, name: 'Bisi Adu' },
      changes: [{ field: 'email', from: customer.email, to: 'new@mail.example' }],
      identifiedBy: 'Identity card seen',
      requestedBy: { id: first.id, name: 'Ngozi Eze' },
      expiresAt: new Date(now.getTime() + 15 * MINUTE_MS).toISOString(),
    });
    const owner = await createStaff(portal);
    const { attention } = (await owner.browser.get('/api/staff/overview')).json();
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'identity-approvals' }));
  });

  it('is done once when a second person confirms it, however many do at the same moment', async () => {
    const { request, confirm, done } = noun();
    const { id } = await request();
    const race = await Promise.allSettled([confirm(id), confirm(id), confirm(id)]);
    expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(done).toHaveBeenCalledTimes(1);
    expect(done).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ userId: customer.id, payload: { into: 1 }, decidedBy: second.id }),
    );
    expect(await stateOf(id)).toBe('confirmed');
    expect(await auditOf()).toMatchObject([
      { action: 'identity-approval.request', actor_id: first.id },
      { action: 'identity-approval.confirmed', actor_id: second.id, after: { reason: 'NIN card, same face' } },
    ]);
  });

  it('still waits when what it does is refused', async () => {
    const { request, confirm, done } = noun();
    const { id } = await request();
    done.mockRejectedValueOnce(new Error('the mailbox is taken'));
    await expect(confirm(id)).rejects.toThrow('taken');
    expect(await stateOf(id)).toBe('waiting');
  });

  it('is never confirmed by who asked for it, who may withdraw it', async () => {
    const { request, confirm, done } = noun();
    const { id } = await request();
    expect((await decide(first, id, true)).json()).toMatchObject({ code: 'identity-approval.second-person' });
    expect((await decide(first, id, false)).json().approval).toMatchObject({ state: 'withdrawn' });
    await expect(confirm(id)).rejects.toMatchObject({ code: 'identity-approval.not-found' });
    expect(done).not.toHaveBeenCalled();
    expect(await readMail(portal, customer.email)).toHaveLength(1);
  });

  it('is done or withdrawn, not both, when both happen at once', async () => {
    const { request, confirm, done } = noun();
    const { id } = await request();
    const [confirmed, withdrawn] = await Promise.all([
      confirm(id).then(
        () => true,
        () => false,
      ),
      decide(first, id, false).then(({ statusCode }) => statusCode === 200),
    ]);
    expect([confirmed, withdrawn].filter(Boolean)).toHaveLength(1);
    expect(done).toHaveBeenCalledTimes(confirmed ? 1 : 0);
  });

  it('is refused by a second person, and the customer is told that somebody tried', async () => {
    const { id } = await noun().request();
    expect((await decide(second, id, false)).json().approval).toMatchObject({
      state: 'refused',
      decidedBy: { id: second.id },
      decisionReason: 'Looked at the card',
    });
    const mails = await readMail(portal, customer.email);
    expect(mails.at(-1)?.subject).toBe('Somebody asked us to change how you sign in');
  });

  it('expires after fifteen minutes, and the customer is told that somebody tried', async () => {
    const { request, confirm } = noun();
    const { id } = await request();
    later(15);
    expect(await stateOf(id)).toBe('expired');
    expect(await list(second, '?state=waiting')).toEqual([]);
    await expect(confirm(id)).rejects.toMatchObject({ code: 'identity-approval.not-found' });
    portal.startJobs();
    portal.wakeJobs('identity approvals');
    await vi.waitUntil(async () => (await readMail(portal, customer.email)).length === 2, { timeout: 10_000 });
    expect((await auditOf()).at(-1)).toMatchObject({ action: 'identity-approval.expired' });
  });

  it('waits once for each customer and kind, until the first is decided', async () => {
    const { request } = noun();
    const { id } = await request();
    await expect(request()).rejects.toMatchObject({ code: 'identity-approval.waiting' });
    await decide(first, id, false);
    await request();
    later(16);
    await request();
  });

  it('is not decided by somebody in the same account, without the permission, or who is no staff', async () => {
    const { id } = await noun().request();
    await portal.pool.query("insert into account_people (account_id, user_id, role) values ($1, $2, 'technical')", [
      customer.id,
      second.id,
    ]);
    expect((await decide(second, id, true)).json()).toMatchObject({ code: 'customer.own-account' });
    expect((await decide(second, id, false)).json()).toMatchObject({ code: 'customer.own-account' });
    const network = await staffCalled('Ada', 'network');
    expect((await decide(network, id, true)).json()).toMatchObject({ code: 'staff.permission' });
    expect((await decide(first, 'no-such-id', true)).json()).toMatchObject({ code: 'identity-approval.not-found' });
    expect(await stateOf(id)).toBe('waiting');
  });

  it('shows mailboxes masked to who may neither correct nor confirm', async () => {
    await noun().request();
    const [seen] = await list(await staffCalled('Ada', 'network'));
    expect(seen?.changes).toEqual([{ field: 'email', from: 'c…@mail.example', to: 'n…@mail.example' }]);
  });

  it('waits no longer once the customer says that it was not them', async () => {
    const { id } = await noun().request();
    await portal.pool.query('delete from account_devices where user_id = $1', [customer.id]);
    const stranger = portal.browser();
    await stranger.post('/api/login', { email: customer.email, password: 'Harmattan-Okra-42' });
    const mail = (await readMail(portal, customer.email)).at(-1);
    const token = /not-me#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await portal.browser().post('/api/not-me', { token })).statusCode).toBe(200);
    expect(await stateOf(id)).toBe('withdrawn');
  });
});
