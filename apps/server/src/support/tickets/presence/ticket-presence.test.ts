import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { giveRoles } from '../../../testing/staff-browser.ts';
import type { SocketEvent, TestSocket } from '../../../testing/test-socket.ts';
import { type ChatTestbed, type Member, startChatTestbed } from '../../../testing/testbeds/chat-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const TICKET = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

let bed: ChatTestbed;
let ada: Member;
let bola: Member;
beforeAll(async () => {
  bed = await startChatTestbed();
  ada = await bed.agent('Ada');
  // Billing answers tickets and no chats.
  bola = await bed.agent('Bola');
  await giveRoles(bed, bola.id, ['billing']);
});
afterAll(() => bed.close());

const says = (staffId: number, doing: string) => (event: SocketEvent) =>
  event.type === 'ticket-presence' && event.staffId === staffId && event.doing === doing;
const at = (socket: TestSocket, doing: string, ticketId = TICKET) => socket.say({ type: 'ticket', ticketId, doing });
const presence = ({ events }: TestSocket) => events.filter(({ type }) => type === 'ticket-presence');

it('staff at one ticket see who looks and who writes, until they leave, and nobody sees themselves', async () => {
  const [one, two] = [await bed.staffSocket(ada), await bed.staffSocket(bola)];
  at(one, 'looking');
  await one.until(({ type }) => type === 'queue');
  at(two, 'looking');
  await one.until(says(bola.id, 'looking'));
  at(one, 'writing');
  expect(await two.until(says(ada.id, 'writing'))).toEqual({
    type: 'ticket-presence',
    ticketId: TICKET,
    staffId: ada.id,
    doing: 'writing',
  });
  at(one, 'left');
  await two.until(says(ada.id, 'left'));
  expect(presence(one).some(({ staffId }) => staffId === ada.id)).toBe(false);
  one.raw.terminate();
  two.raw.terminate();
});

it('who closes the window, or goes to another ticket, has left', async () => {
  const [one, two] = [await bed.staffSocket(ada), await bed.staffSocket(bola)];
  at(two, 'looking');
  await two.until(({ type }) => type === 'recent');
  at(one, 'looking');
  await two.until(says(ada.id, 'looking'));
  at(one, 'looking', OTHER);
  await two.until(says(ada.id, 'left'));
  at(one, 'writing');
  await two.until(says(ada.id, 'writing'));
  one.raw.terminate();
  const lefts = () => presence(two).filter(({ doing }) => doing === 'left').length;
  await expect.poll(lefts).toBe(2);
  expect(presence(two).every(({ ticketId }) => ticketId === TICKET)).toBe(true);
  two.raw.terminate();
});
