import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import {
  choose,
  openFlutterwave,
  openPaystack,
  PAYSTACK_KEY,
  startPortalSink,
  startTestbed,
  type Testbed,
} from './testing/sandbox-testbed.ts';

function newStore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'sandbox.jsonl');
}
const verify = (bed: Testbed, reference: string) =>
  bed.call('GET', `/paystack/transaction/verify/${reference}`, { key: PAYSTACK_KEY });

test('orders, results and saved cards survive a restart, and a paid reference stays used', async () => {
  const storeFile = newStore();
  let card = '';
  {
    await using bed = await startTestbed({ storeFile });
    await choose(bed, await openPaystack(bed, 'PKEPT'), 'approve');
    await openFlutterwave(bed, 'POPEN');
    card = (await verify(bed, 'PKEPT')).json.data.authorization.authorization_code;
    await bed.handle.webhooksSettled();
  }
  await using bed = await startTestbed({ storeFile });
  expect(bed.handle.transactions()).toMatchObject([
    { reference: 'PKEPT', status: 'success', amountKobo: 2_500_000 },
    { reference: 'POPEN', status: 'created', gateway: 'flutterwave' },
  ]);
  expect((await verify(bed, 'PKEPT')).json.data.status).toBe('success');
  const json = { email: 'amina@example.com', amount: 100_000, authorization_code: card, reference: 'PKEPT' };
  const charge = (reference: string) =>
    bed.call('POST', '/paystack/transaction/charge_authorization', { key: PAYSTACK_KEY, json: { ...json, reference } });
  expect((await charge('PKEPT')).json.code).toBe('duplicate_reference');
  expect((await charge('PRENEWAL')).json.data.status).toBe('success');
});

test('a pending transfer arrives after the restart, and unacknowledged webhooks are sent again', async () => {
  const storeFile = newStore();
  {
    await using bed = await startTestbed({ storeFile, delayedTransferMs: 150 });
    bed.portal.answerWith(503);
    await choose(bed, await openPaystack(bed, 'PUNHEARD'), 'approve');
    await choose(bed, await openPaystack(bed, 'PTRANSFER'), 'delay');
    await bed.portal.arrived(2);
  }
  await using bed = await startTestbed({ storeFile });
  await bed.portal.arrived(4);
  const received = bed.portal.received.map(({ body }) => JSON.parse(body).data.reference);
  expect(received.toSorted()).toEqual(['PTRANSFER', 'PTRANSFER', 'PUNHEARD', 'PUNHEARD']);
  await bed.handle.webhooksSettled();
  expect((await verify(bed, 'PTRANSFER')).json.data.status).toBe('success');
});

test('a line that a crash truncated is dropped, and the lines after it are read', async () => {
  const storeFile = newStore();
  {
    await using bed = await startTestbed({ storeFile });
    await openPaystack(bed, 'PFIRST');
  }
  appendFileSync(storeFile, '{"kind":"order","record":{"code":"half');
  {
    await using bed = await startTestbed({ storeFile });
    await openPaystack(bed, 'PSECOND');
  }
  await using bed = await startTestbed({ storeFile });
  expect(bed.handle.transactions().map(({ reference }) => reference)).toEqual(['PFIRST', 'PSECOND']);
  expect(readFileSync(storeFile, 'utf8')).not.toContain('half');
});

test('transaction numbers never repeat, not even over restarts without stored data', async () => {
  const numbers = new Set<number>();
  for (let run = 0; run < 3; run += 1) {
    await using bed = await startTestbed();
    for (const reference of ['PA', 'PB']) {
      await openPaystack(bed, reference);
      numbers.add((await verify(bed, reference)).json.data.id);
    }
  }
  expect(numbers.size).toBe(6);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

test('as a separate process it survives kill -9, and never runs in production', { timeout: 20_000 }, async () => {
  await using portal = await startPortalSink();
  const port = await freePort();
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const settings = { SANDBOX_PORT: String(port), SANDBOX_STORE: newStore(), PORTAL_URL: portal.url };
  const start = async (more: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [main], {
      env: { ...settings, ...more },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    return child;
  };
  const base = `http://127.0.0.1:${port}/sandbox`;
  portal.answerWith(500);
  const first = await start();
  try {
    const started = await fetch(`${base}/paystack/transaction/initialize`, {
      method: 'POST',
      headers: { authorization: PAYSTACK_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'amina@example.com', amount: 2_500_000, reference: 'PKILLED' }),
    });
    const { data } = (await started.json()) as { data: { authorization_url: string } };
    await fetch(data.authorization_url, { method: 'POST', body: new URLSearchParams({ outcome: 'approve' }) });
    await portal.arrived(2);
  } finally {
    first.kill('SIGKILL');
    await once(first, 'exit');
  }
  const before = portal.received.length;
  portal.answerWith(200);
  const second = await start();
  try {
    await portal.arrived(before + 2);
    const ledger = (await (await fetch(`${base}/control/transactions`)).json()) as {
      reference: string;
      status: string;
    }[];
    expect(ledger).toMatchObject([{ reference: 'PKILLED', status: 'success' }]);
  } finally {
    second.kill('SIGTERM');
    expect((await once(second, 'exit'))[0]).toBe(0);
  }
  const refused = await start({ NODE_ENV: 'production' });
  expect(refused.exitCode ?? (await once(refused, 'exit'))[0]).toBe(1);
});
