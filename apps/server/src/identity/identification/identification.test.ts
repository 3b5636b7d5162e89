import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

const WAYS = '/api/staff/identification-ways';
const SETTING = '/api/staff/settings/identification';

let portal: TestPortal;
let owner: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  owner = await createStaff(portal);
});
afterAll(() => portal.close());

const publish = (ways: unknown, basedOn: number) =>
  owner.browser.post(`${SETTING}/versions`, { basedOn, value: { ways }, note: 'As agreed' });

it('lists four ways to know who somebody is until the operator lists others, which staff then choose from', async () => {
  const support = await createStaff(portal, { firstName: 'Ngozi', lastName: 'Eze' }, 'support');
  const initial = (await support.browser.get(WAYS)).json();
  expect(initial.map(({ kind }: { kind: string }) => kind)).toEqual(['facts', 'callback', 'card', 'card']);
  const ways = [{ name: 'Voter’s card seen', kind: 'card' }];
  const published = await publish(ways, 0);
  expect(published.statusCode, published.body).toBe(200);
  expect((await support.browser.get(WAYS)).json()).toEqual(ways);
});

it.each([
  ['no way', [], 'List at least one way'],
  ['a way without words', [{ name: ' ', kind: 'card' }], 'Write what staff do in each way'],
  ['a kind that does not exist', [{ name: 'Voice', kind: 'voice' }], 'Choose of each way what kind it is'],
  [
    'two ways of one name',
    [
      { name: 'Card seen', kind: 'card' },
      { name: 'card seen', kind: 'facts' },
    ],
    'Two ways have the same name',
  ],
])('refuses %s in a sentence', async (_, ways, message) => {
  const { number } = (await owner.browser.get(SETTING)).json();
  const refused = await publish(ways, number);
  expect(refused.statusCode).toBe(422);
  expect(Object.values(refused.json().errors)).toContain(message);
});
