import { expect, test } from 'vitest';
import { startedServer } from './testing/started-server.ts';

const MIB = 1024 * 1024;
const customer = 'customer 7';

const start = startedServer();

test('a customer has one test at a time, on any device: a newer one ends it, another customer’s does not', async () => {
  const { call } = await start();
  const open = async (who: { customer?: string; from: string }) => {
    const answer = await call('session', { method: 'POST', ...who });
    return ((await answer.json()) as { session: string }).session;
  };
  const first = await open({ customer, from: '203.0.113.1' });
  const download = await call(`garbage?ckSize=100&session=${first}`);
  await open({ from: '203.0.113.1' });
  await open({ customer: 'customer 8', from: '203.0.113.1' });
  expect((await call(`garbage?ckSize=1&session=${first}`)).status).toBe(200);
  const second = await open({ customer, from: '203.0.113.2' });
  await expect(download.bytes()).rejects.toThrow();
  expect((await call(`garbage?session=${first}`)).status).toBe(403);
  expect((await call(`garbage?ckSize=1&session=${second}`)).status).toBe(200);
});

test('a customer whose address has no slots left because of their own test still starts a new one', async () => {
  const { call } = await start({ liveTests: 1 });
  for (let count = 0; count < 3; count += 1) {
    expect((await call('session', { method: 'POST', customer })).status).toBe(201);
  }
});

test('a customer starts three tests a minute and thirty a day, from all addresses together', async () => {
  let now = 0;
  const { call } = await start({}, { clock: () => now });
  let started = 0;
  const open = () => call('session', { method: 'POST', customer, from: `203.0.113.${started}` });
  for (let minute = 0; minute < 10; minute += 1) {
    for (let count = 0; count < 3; count += 1) {
      expect((await open()).status).toBe(201);
      started += 1;
    }
    if (minute === 0) {
      const refused = await open();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
      expect(await refused.json()).toMatchObject({
        message: 'Too many speed tests from this account. Wait a minute and try again.',
      });
    }
    now += 60_000;
  }
  const refused = await open();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(86_400 - 600)]);
  expect((await call('session', { method: 'POST', customer: 'customer 8' })).status).toBe(201);
  now += 86_400_000;
  expect((await open()).status).toBe(201);
});

test('a refused start does not affect the customer’s running test', async () => {
  const { call, openSession } = await start({ startsPerMinutePerCustomer: 1 });
  const running = await openSession('203.0.113.1', customer);
  expect((await call('session', { method: 'POST', customer })).status).toBe(429);
  expect((await call(`garbage?ckSize=1&session=${running}`)).status).toBe(200);
});

test('a customer’s bytes of the day are counted over all addresses together', async () => {
  const { call, openSession } = await start({ dailyBytesPerCustomer: 3 * MIB });
  const session = await openSession('203.0.113.1', customer);
  expect((await (await call(`garbage?ckSize=3&session=${session}`)).bytes()).length).toBe(3 * MIB);
  const refused = await call('session', { method: 'POST', customer, from: '203.0.113.2' });
  expect(await refused.json()).toMatchObject({
    message: 'This account has used its speed tests for today. Try again tomorrow.',
  });
  expect((await call('session', { method: 'POST', from: '203.0.113.1' })).status).toBe(201);
});
