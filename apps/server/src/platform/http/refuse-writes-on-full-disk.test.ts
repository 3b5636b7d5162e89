import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ hookTimeout: 30_000 });

let isDiskFull = false;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ isDiskFull: () => isDiskFull });
});
afterAll(() => portal.close());

it('while the disk is full customers read, lines connect, and what would write gets 503 and changes nothing', async () => {
  const customer = portal.browser();
  await customer.register({ firstName: 'Amina' });
  const profile = { firstName: 'Bisi', lastName: 'Bello', email: 'bisi@mail.example' };

  isDiskFull = true;
  expect((await customer.get('/api/user')).json()).toMatchObject({ firstName: 'Amina' });
  expect((await portal.browser().get('/api/plans')).statusCode).toBe(200);
  const line = await portal.app.inject({
    method: 'POST',
    url: '/api/network/authorize',
    headers: { authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
    payload: {},
  });
  expect(line.statusCode).toBeLessThan(500);
  for (const refused of [
    await customer.put('/api/user/profile', profile),
    await customer.post('/api/user/tickets', { subject: 'Slow', description: 'Since noon.' }),
    await customer.delete('/api/user/sessions/others'),
    await portal.browser().register(),
    await portal.browser().post('/api/webhooks/paystack', {}),
  ]) {
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('30');
    expect(refused.json()).toMatchObject({ success: false, code: 'service.unavailable' });
  }
  expect((await customer.get('/api/user')).json()).toMatchObject({ firstName: 'Amina' });
  expect((await customer.get('/api/user/tickets')).json()).toEqual([]);

  isDiskFull = false;
  const ticket = await customer.post('/api/user/tickets', { subject: 'Slow', description: 'Since noon.' });
  expect(ticket.statusCode).toBeLessThan(300);
});
