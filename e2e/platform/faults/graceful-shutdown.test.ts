import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { killPostmaster, startPortal } from '../../../bench/portal/portal-process.ts';
import { findFreePort } from '../../../bench/portal/program-process.ts';
import { accountOf, newPerson, registerPerson } from '../../fixtures/customers/customer.ts';

/** A Paystack that opens payments, but answers only when released. */
async function startSlowPaystack() {
  const asked = Promise.withResolvers<void>();
  const allowed = Promise.withResolvers<void>();
  const open = async (request: IncomingMessage, response: ServerResponse) => {
    asked.resolve();
    const { reference } = JSON.parse((await request.toArray()).join(''));
    await allowed.promise;
    const data = { authorization_url: `${origin}/page`, access_code: 'page', reference };
    response.end(JSON.stringify({ status: true, data }));
  };
  const server = createServer((request, response) => {
    if (request.url === '/transaction/initialize') open(request, response).catch(() => response.destroy());
    else response.writeHead(404).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, asked: asked.promise, answer: () => allowed.resolve(), close: () => server.close() };
}

/** The outcome of a new connection. */
async function knock(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return 'let in';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  } finally {
    socket.destroy();
  }
}

test('a portal that receives SIGTERM accepts no new connection, answers a customer who is opening a payment, and keeps the payment', {
  tag: '@long',
}, async ({ request }) => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'portal-closing-'));
  // The embedded database may run under an account of its own, which needs access.
  chmodSync(folder, 0o711);
  const paystack = await startSlowPaystack();
  await using end = new AsyncDisposableStack();
  const port = await findFreePort();
  const env = {
    PAYSTACK_SECRET_KEY: 'sk_test_of_a_slow_gateway',
    PAYSTACK_BASE_URL: paystack.origin,
    CHECKOUT_ORIGINS: paystack.origin,
    GATEWAY_TIMEOUT_MS: '25000',
  };
  const plan = { port, dataDir: join(folder, 'data'), logFile: join(folder, 'portal.log'), env };
  end.defer(() => {
    paystack.close();
    killPostmaster(plan.dataDir);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  const portal = await startPortal(plan);
  end.defer(() => portal.kill('group'));
  const person = newPerson();
  await registerPerson({ request }, portal.origin, person);
  const account = accountOf({ request }, portal.origin);

  const opening = account.openPayment('Home 20 Mbps', person.email);
  await paystack.asked;
  process.kill(portal.pid, 'SIGTERM');
  await expect.poll(() => knock(port)).toBe('ECONNREFUSED');
  paystack.answer();
  const reference = await opening;
  expect(await portal.exited).toBe(0);

  const again = await startPortal(plan);
  end.defer(() => again.stop());
  expect(await account.payments()).toMatchObject([{ reference, status: 'pending' }]);
});
