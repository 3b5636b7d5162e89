import { createCipheriv, randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { encryptedColumns } from '../../app.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import type { AcceptedSecrets } from './accepted-secrets.ts';
import { createEncryption } from './encryption.ts';
import { findMissingKeys } from './find-missing-keys.ts';
import { hmacOf } from './hmac.ts';
import { loadHashKey } from './load-hash-key.ts';
import { reencryptionJob } from './reencrypt-stored-texts.ts';

const FORMER = 'the session secret of before, long enough';
const PRESENT = 'the encryption key of now, long enough';
const CARDS = 450;

let portal: TestPortal;
let userId: number;
beforeAll(async () => {
  portal = await startTestPortal();
  userId = (await portal.browser().register()).json().user.id;
});
afterAll(() => portal.close());
beforeEach(() => portal.pool.query('truncate payment_methods, installation_keys cascade'));

const cardsUnder = (...keys: AcceptedSecrets) => createEncryption({ keys, purpose: 'saved-card', randomBytes });

/** As releases before key ids encrypted a card. */
function encryptWithoutMark(secret: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', hmacOf(secret, 'saved-card', 'sealing key'), iv);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

async function saveCards(references: readonly string[]): Promise<void> {
  await portal.pool.query(
    `insert into payment_methods (user_id, provider, reference) select $1, 'paystack', * from unnest($2::text[])`,
    [userId, references],
  );
}
const stored = async (): Promise<string[]> =>
  (await portal.pool.query("select reference from payment_methods where reference <> ''")).rows.map(
    ({ reference }) => reference,
  );

function turnKeys(encryptionKeys: AcceptedSecrets) {
  const metricsRegistry = new Registry();
  const logged: object[] = [];
  const note = (details: object) => void logged.push(details);
  const logger = { info: note, error: note };
  const deps = { database: portal.database, encryptionKeys, randomBytes, metricsRegistry, logger };
  const job = reencryptionJob(deps, encryptedColumns);
  return {
    run: (signal = new AbortController().signal) => job.work(signal),
    logged,
    left: async () => {
      const { values } = (await metricsRegistry.getSingleMetric('encrypted_by_earlier_key')?.get()) ?? { values: [] };
      return Object.fromEntries(values.map(({ labels, value }) => [labels['content'], value]));
    },
  };
}

it('cards saved under the former key are all readable with the present one alone after two instances worked at once', async () => {
  const tokens = Array.from({ length: CARDS }, (_, index) => `AUTH_${index}`);
  await saveCards(
    tokens.map((token, index) => (index % 2 ? cardsUnder(FORMER).encrypt(token) : encryptWithoutMark(FORMER, token))),
  );
  await saveCards(['']);
  const instances = [turnKeys([PRESENT, FORMER]), turnKeys([PRESENT, FORMER])] as const;
  await Promise.all(instances.map(({ run }) => run()));
  const { decrypt } = cardsUnder(PRESENT);
  expect((await stored()).map(decrypt).sort()).toEqual(tokens.sort());
  await instances[0].run();
  expect(await instances[0].left()).toEqual({
    'saved cards': 0,
    'secrets of authenticator apps': 0,
    'installation keys': 0,
    'secrets of webhook endpoints': 0,
    'previous secrets of webhook endpoints': 0,
    'secrets of access servers': 0,
    'previous secrets of access servers': 0,
    'texts from customers that are not answered yet': 0,
  });
  const counted = instances.flatMap(({ logged }) => logged).map((line) => Reflect.get(line, 'encrypted'));
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(CARDS);
});

it('a run that the end of the portal interrupts is finished by the next', async () => {
  await saveCards(Array.from({ length: CARDS }, () => cardsUnder(FORMER).encrypt('AUTH_x')));
  let checks = 0;
  // The columns before have one check each.
  const duringTheSecondBatch = Object.defineProperty(new AbortController().signal, 'aborted', {
    get: () => ++checks > 3,
  });
  const first = turnKeys([PRESENT, FORMER]);
  await first.run(duringTheSecondBatch);
  expect(await first.left()).toMatchObject({ 'saved cards': 250 });
  await turnKeys([PRESENT, FORMER]).run();
  expect((await stored()).map(cardsUnder(PRESENT).decrypt)).toHaveLength(CARDS);
});

it('a card that no configured key can read stays as it is, and the operator is told how many there are', async () => {
  const lost = cardsUnder('a key that nobody has any more').encrypt('AUTH_lost');
  await saveCards([lost, cardsUnder(FORMER).encrypt('AUTH_x')]);
  const { run, left, logged } = turnKeys([PRESENT, FORMER]);
  await run();
  expect(await stored()).toContain(lost);
  expect(await left()).toMatchObject({ 'saved cards': 1 });
  expect(logged).toContainEqual({ content: 'saved cards', unreadable: 1 });
});

it('a start without the key of stored cards is refused with one sentence, whether they name their key or not', async () => {
  const missing = (...keys: AcceptedSecrets) =>
    findMissingKeys({ database: portal.database, keys, randomBytes }, encryptedColumns);
  expect(await missing(PRESENT)).toEqual([]);
  await saveCards([cardsUnder(FORMER).encrypt('AUTH_1'), cardsUnder(PRESENT).encrypt('AUTH_2')]);
  expect(await missing(PRESENT, FORMER)).toEqual([]);
  expect(await missing(PRESENT)).toEqual([
    expect.stringMatching(
      /^1 saved cards are encrypted with a key that is not configured: set ENCRYPTION_KEY_PREVIOUS/,
    ),
  ]);
  await portal.pool.query('truncate payment_methods cascade');
  await saveCards([encryptWithoutMark(FORMER, 'AUTH_1'), encryptWithoutMark(FORMER, 'AUTH_2')]);
  expect(await missing(PRESENT, FORMER)).toEqual([]);
  expect(await missing(PRESENT)).toEqual([expect.stringMatching(/^2 saved cards/)]);
});

it('a release without key ids still reads what this one encrypts, so both may run side by side', () => {
  const encrypted = cardsUnder(FORMER).encrypt('AUTH_1');
  const bytes = Buffer.from(encrypted, 'base64url');
  expect(Buffer.from(encrypted.slice(0, encrypted.indexOf('=')), 'base64url')).toEqual(bytes);
});

it('the key of recovery codes and card fingerprints stays the same when every secret is turned', async () => {
  const load = (sessionSecret: string, ...keys: AcceptedSecrets) =>
    loadHashKey({ database: portal.database, sessionSecret, keys, randomBytes });
  expect(await load(FORMER, FORMER)).toBe(FORMER);
  expect(await load('turned', PRESENT, FORMER)).toBe(FORMER);
  await turnKeys([PRESENT, FORMER]).run();
  expect(await load('turned again', PRESENT)).toBe(FORMER);
});
