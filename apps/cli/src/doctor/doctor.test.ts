import { createHash, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createEInvoicing } from '@portal/server/billing/invoices/e-invoices/access-points/create-e-invoicing';
import { createPaystackGateway } from '@portal/server/billing/payments/gateways/paystack.gateway';
import { createWhatsApp } from '@portal/server/channels/whatsapp/create-whatsapp';
import { readConfig } from '@portal/server/platform/config/config';
import { createEncryption } from '@portal/server/platform/crypto/encryption';
import { connectPool } from '@portal/server/platform/database/connection';
import { databaseUrlOf } from '@portal/server/platform/database/testing/database-url';
import { createTestDatabase, type TestDatabase } from '@portal/server/platform/database/testing/test-database';
import { createHttpClient } from '@portal/server/platform/outside/http-client';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkBackups } from './check-backups.ts';
import { checkClock } from './check-clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkDirectDebit } from './check-direct-debit.ts';
import { checkDirectory } from './check-directory.ts';
import { checkDisk } from './check-disk.ts';
import { checkEInvoicing } from './check-e-invoicing.ts';
import { checkEncryption } from './check-encryption.ts';
import { checkGateways } from './check-gateways.ts';
import { checkMail } from './check-mail.ts';
import { checkRadius } from './check-radius.ts';
import { checkRedis } from './check-redis.ts';
import { checkReplica } from './check-replica.ts';
import { checkTls } from './check-tls.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { checkWhatsApp } from './check-whatsapp.ts';
import type { Finding } from './finding.ts';
import { CERTIFICATE, PRIVATE_KEY } from './localhost-certificate.fixture.ts';

const http = createHttpClient({ timeoutMs: 5000 });
const now = () => new Date('2026-11-25T12:00:00Z');

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const states = (findings: readonly Finding[]) => findings.map(({ subject, state }) => `${subject}: ${state}`);

/** A server that answers every request alike, and its address. */
async function answering(status: number, body: object): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${portOf(server.address())}`;
}

function portOf(address: unknown): number {
  if (typeof address !== 'object' || address === null || !('port' in address)) throw new Error('no port');
  return Number(address.port);
}

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = connectPool({ ...database.poolConfig, max: 1 }, () => {});
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('the database', () => {
  it('that does not keep what it acknowledged, or has no standby, is named with its remedy', async () => {
    await pool.query('set synchronous_commit = on');
    expect(states(await checkDatabase(pool))).toContain('Replication: warning');
    await pool.query('set synchronous_commit = off');
    expect(await checkDatabase(pool)).toContainEqual(
      expect.objectContaining({ state: 'fault', found: expect.stringContaining('synchronous_commit = off') }),
    );
  });

  it('whose clock is far from this machine’s is a fault', async () => {
    expect(states(await checkClock(pool, () => new Date()))[0]).toBe('Clock: ok');
    expect(states(await checkClock(pool, () => new Date(Date.now() + 120_000)))[0]).toBe('Clock: fault');
  });
});

describe('backups', () => {
  const record = (kind: string, finishedAt: string) =>
    pool.query(
      "insert into backup_runs (kind, outcome, location, started_at, finished_at) values ($1, 'succeeded', '/b', $2, $2)",
      [kind, finishedAt],
    );

  it('are a warning when none was ever made, and a fault when the last one is more than a night old', async () => {
    expect(states(await checkBackups(pool, now))).toEqual(['Backups: warning', 'Backups: warning']);
    await record('backup', '2026-11-24T02:00:00Z');
    await record('restore-drill', '2026-11-01T02:00:00Z');
    expect(states(await checkBackups(pool, now))).toEqual(['Backups: fault', 'Backups: ok']);
    await record('backup', '2026-11-25T02:00:00Z');
    expect(states(await checkBackups(pool, now))[0]).toBe('Backups: ok');
  });
});

it('a Redis that does not answer is a fault, none at all is not', async () => {
  expect(states([await checkRedis(null)])).toEqual(['Redis: skipped']);
  expect(await checkRedis({ url: 'redis://127.0.0.1:1' })).toMatchObject({
    state: 'fault',
    found: expect.stringContaining('REDIS_URL: 127.0.0.1:1 cannot be used'),
  });
});

it('a server on another machine that may be spoken to in the clear is to be looked at, by its name', () => {
  const check = (settings: Record<string, string>) => checkEncryption(readConfig(settings));
  const here = {
    DATABASE_URL: 'postgres://portal@localhost/portal?host=/var/run/postgresql',
    SMTP_URL: 'smtp://127.0.0.1',
  };
  expect(states([check(here)])).toEqual(['Encryption: skipped']);
  const encrypted = {
    DATABASE_URL: 'postgres://portal@10.0.0.5/portal?sslmode=verify-full',
    REDIS_URL: 'rediss://10.0.0.6',
    SMTP_URL: 'smtp://mail.example:587?requireTLS=true',
    SIEM_URL: 'syslogs://siem.example',
  };
  expect(states([check(encrypted)])).toEqual(['Encryption: ok']);
  const open = {
    DATABASE_URL: 'postgres://portal@10.0.0.5/portal?sslmode=prefer',
    REDIS_SENTINELS: '10.0.0.1:26379,10.0.0.2:26379',
    SMTP_URL: 'smtp://mail.example:587',
    SIEM_URL: 'http://siem.example',
    CLAMD_URL: 'clamd://10.0.0.7',
  };
  const names = 'DATABASE_URL, REDIS_SENTINELS, SMTP_URL, SIEM_URL, CLAMD_URL';
  expect(check(open)).toMatchObject({ state: 'warning', found: expect.stringMatching(new RegExp(`^${names} may be`)) });
});

it('a replica that takes writes is a fault; one that does not answer may come back; none is needed', async () => {
  const databaseUrl = databaseUrlOf(database.poolConfig);
  const check = async (replicaUrl: string | null) => states([await checkReplica({ databaseUrl, replicaUrl })]);
  expect(await check(databaseUrl)).toEqual(['Replica: fault']);
  expect(await check('postgres://portal@127.0.0.1:1/portal')).toEqual(['Replica: warning']);
  expect(await check(null)).toEqual(['Replica: skipped']);
});

describe('a gateway', () => {
  const paystack = (baseUrl: string) =>
    createPaystackGateway({ secretKey: 'sk_live_x', webhookSecrets: ['sk_live_x'], baseUrl, directDebit: false }, http);

  it('that rejects the keys is a fault, one that does not know the payment is not', async () => {
    const unknown = await answering(404, { status: false, message: 'Transaction reference not found' });
    expect(states(await checkGateways([paystack(unknown)]))).toEqual(['Paystack: ok']);
    const rejected = await answering(401, { status: false, message: 'Invalid key' });
    expect(await checkGateways([paystack(rejected)])).toEqual([
      expect.objectContaining({ state: 'fault', found: expect.stringContaining('rejects the keys') }),
    ]);
  });

  it('that charges bank accounts is asked about a mandate and for its banks; without the product it is a fault', async () => {
    const debiting = (baseUrl: string) => {
      const keys = { secretKey: 'sk_live_x', webhookSecrets: ['sk_live_x'], baseUrl };
      return createPaystackGateway({ ...keys, directDebit: true }, http);
    };
    expect(states(await checkDirectDebit([paystack('http://127.0.0.1:9')]))).toEqual(['Direct Debit: skipped']);
    const nameless = await answering(404, { status: false, message: 'Authorization not found' });
    expect(states(await checkDirectDebit([debiting(nameless)]))).toEqual(['Direct Debit of Paystack: warning']);
    const off = await answering(401, { status: false, message: 'Invalid key' });
    expect(await checkDirectDebit([debiting(off)])).toEqual([
      expect.objectContaining({ state: 'fault', found: expect.stringContaining('no usable answer about mandates') }),
    ]);
  });

  it('whose webhooks end at a proxy’s page instead of the portal is a fault', async () => {
    const gateways = [paystack('http://127.0.0.1:9')];
    const portal = new URL(await answering(401, { success: false }));
    expect(states(await checkWebhooks(portal, gateways, http))).toEqual(['Webhooks: ok']);
    const proxy = new URL(await answering(403, { error: 'challenge' }));
    expect(states(await checkWebhooks(proxy, gateways, http))).toEqual(['Webhooks: fault']);
  });
});

describe('the tax authority', () => {
  const through = (baseUrl: string) =>
    createEInvoicing(
      {
        provider: 'interswitch',
        stampKeys: null,
        callsAMinute: 60,
        callsAtOnce: 1,
        access: { baseUrl, apiKey: 'key', apiSecret: 'secret', businessId: 'x', serviceId: '94ND90NR' },
      },
      { sandboxBase: null, timeoutMs: 5000, clock: now },
    );

  it('whose provider rejects the keys or cannot be reached is a fault, and none where nothing is registered', async () => {
    expect(states(await checkEInvoicing(null, false))).toEqual(['E-invoicing: skipped']);
    expect(states(await checkEInvoicing(null, true))).toEqual(['E-invoicing: skipped']);
    const granted = await answering(200, { Token: 't', token_type: 'bearer', expires_in: 3600 });
    expect(states(await checkEInvoicing(through(granted), true))).toEqual(['E-invoicing: ok']);
    const rejected = await answering(401, { error: 'invalid_token' });
    for (const [url, said] of [
      [rejected, 'refuses EINVOICE_API_KEY'],
      ['http://127.0.0.1:9', 'does not answer at EINVOICE_BASE_URL'],
    ] as const)
      expect(await checkEInvoicing(through(url), true)).toEqual([
        expect.objectContaining({ state: 'fault', found: expect.stringContaining(said) }),
      ]);
  });
});

describe('WhatsApp', () => {
  const settings = (baseUrl: string) => ({
    baseUrl,
    token: 'token',
    phoneNumberId: '1',
    businessAccountId: '',
    appSecrets: ['secret'],
    verifyToken: 'token',
  });
  const check = (baseUrl: string) =>
    checkWhatsApp(createWhatsApp(settings(baseUrl), { sandboxBase: null, timeoutMs: 5000 }), settings(baseUrl));

  it('that does not take the token is a fault; without templates no notice goes there', async () => {
    expect(states(await checkWhatsApp(null, null))).toEqual(['WhatsApp: skipped']);
    expect(states(await checkWhatsApp(null, 'sandbox'))).toEqual(['WhatsApp: skipped']);
    const known = await answering(200, { display_phone_number: '+234 901 234 5678', quality_rating: 'RED' });
    expect(states(await check(known))).toEqual(['WhatsApp: ok', 'WhatsApp: warning', 'WhatsApp: warning']);
    const refused = await answering(401, { error: { code: 190, message: 'Invalid OAuth access token.' } });
    for (const url of [refused, 'http://127.0.0.1:9']) expect(states(await check(url))).toEqual(['WhatsApp: fault']);
  });
});

describe('mail', () => {
  const smtpUrl = 'smtp://127.0.0.1:9';
  const good: Record<string, string[]> = {
    'waya.example': ['v=spf1 include:mail.example -all', 'site-verification=1'],
    '_dmarc.waya.example': ['v=DMARC1; p=reject'],
    'mail._domainkey.waya.example': ['v=DKIM1; k=rsa; p=MIIB'],
  };
  const check = (records: Record<string, string[]>, dkimSelector: string | null = 'mail') =>
    checkMail({
      smtpUrl,
      from: 'Waya <care@waya.example>',
      dkimSelector,
      resolveTxt: async (name) => records[name] ?? [],
    });

  it('with a server that cannot be reached is a fault; complete records are right', async () => {
    expect(states(await check(good))).toEqual(['Mail: fault', 'Mail: SPF: ok', 'Mail: DKIM: ok', 'Mail: DMARC: ok']);
  });

  it.each([
    ['no records', {}, ['SPF: fault', 'DKIM: fault', 'DMARC: fault']],
    [
      'two SPF records',
      { ...good, 'waya.example': ['v=spf1 -all', 'v=spf1 ~all'] },
      ['SPF: fault', 'DKIM: ok', 'DMARC: ok'],
    ],
    ['an open SPF record', { ...good, 'waya.example': ['v=spf1 +all'] }, ['SPF: warning', 'DKIM: ok', 'DMARC: ok']],
    [
      'a revoked key',
      { ...good, 'mail._domainkey.waya.example': ['v=DKIM1; p='] },
      ['SPF: ok', 'DKIM: fault', 'DMARC: ok'],
    ],
    [
      'a policy of none',
      { ...good, '_dmarc.waya.example': ['v=DMARC1; p=none'] },
      ['SPF: ok', 'DKIM: ok', 'DMARC: warning'],
    ],
  ])('%s', async (_case, records, expected) => {
    expect(states(await check(records)).slice(1)).toEqual(expected.map((state) => `Mail: ${state}`));
  });

  it('without a selector the key is not called right, and without DNS nothing is', async () => {
    expect(states(await check(good, null))[2]).toBe('Mail: DKIM: warning');
    const resolveTxt = () => Promise.reject(new Error('queryTxt ETIMEOUT'));
    const findings = await checkMail({ smtpUrl, from: 'care@waya.example', dkimSelector: 'mail', resolveTxt });
    expect(states(findings)).toEqual(['Mail: fault', 'Mail: warning']);
  });
});

describe('RADIUS', () => {
  const SECRET = 'shared with the access server';

  /** An access server that refuses what it does not know, signed with its own secret (RFC 5176). */
  const keys = ['the key of this test'] as const;
  const networkToken = 'the token of the network';

  async function startAccessServer(secret: string): Promise<number> {
    const nas = createSocket('udp4').bind(0, '127.0.0.1');
    closing.push(() => nas.close());
    await once(nas, 'listening');
    nas.on('message', (packet, from) => {
      const head = Buffer.from([42, packet[1] ?? 0, 0, 20]);
      const signature = createHash('md5').update(head).update(packet.subarray(4, 20)).update(secret).digest();
      nas.send(Buffer.concat([head, signature]), from.port, from.address);
    });
    return nas.address().port;
  }

  async function check(secret: string): Promise<readonly Finding[]> {
    const portal = await answering(401, { 'reply:Reply-Message': 'Unknown line' });
    const { encrypt } = createEncryption({ keys, purpose: 'access-server-secret', randomBytes });
    await pool.query('begin');
    await pool.query(
      `insert into access_servers (name, address, profile_id, encrypted_secret, coa_port, created_at, updated_at, client_changed_at)
       select 'one', '127.0.0.1', id, $1, $2, now(), now(), now() from vendor_profiles where built_in = 'mikrotik'`,
      [encrypt(secret), await startAccessServer(SECRET)],
    );
    const findings = await checkRadius({ pool, secrets: [], keys: () => keys, networkToken, portal, http });
    await pool.query('rollback');
    return findings;
  }

  it('with the shared secret an access server answers, with another it is silent', async () => {
    expect(states(await check(SECRET))).toEqual(['RADIUS server: ok', 'Access servers: ok']);
    expect(states(await check('another'))).toEqual(['RADIUS server: ok', 'Access servers: fault']);
  });

  it('an access server with sessions and no secret is named', async () => {
    const portal = await answering(401, { success: false });
    await pool.query('begin');
    await pool.query(
      `insert into usage_sessions
         (session_key, generation, username, written_username, nas, session_id, started_at, last_event_at, last_packet_at, counted)
       values ('a', 0, 'line-1', 'line-1', '192.0.2.7', 'a', now(), now(), now(), '{}')`,
    );
    const secrets = [{ address: '192.0.2.8', port: 3799, secret: SECRET }];
    const findings = await checkRadius({ pool, secrets, keys: () => keys, networkToken, portal, http });
    await pool.query('rollback');
    expect(states(findings)).toEqual(['RADIUS server: fault', 'Access servers: fault', 'Access servers: warning']);
    expect(findings[1]?.found).toContain('192.0.2.7');
    expect(findings[2]?.found).toContain('NAS_SECRETS');
  });
});

describe('TLS', () => {
  const trusted = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(trusted));

  async function startServer(): Promise<URL> {
    const server = createTlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY }).listen(0, '127.0.0.1');
    closing.push(() => server.close());
    await once(server, 'listening');
    return new URL(`https://localhost:${portOf(server.address())}`);
  }

  it('a certificate that browsers reject or that expires in days is a fault', async () => {
    const url = await startServer();
    expect((await checkTls(url, now)).state).toBe('fault');
    setDefaultCACertificates([...trusted, CERTIFICATE]);
    expect((await checkTls(url, now)).state).toBe('ok');
    expect((await checkTls(url, () => new Date('2126-10-29T12:00:00Z'))).state).toBe('fault');
    expect((await checkTls(new URL('https://localhost:9'), now)).state).toBe('fault');
  });
});

it('a data folder that does not exist is a fault', async () => {
  expect((await checkDisk('/nowhere')).state).toBe('fault');
});

it('a directory that cannot sign staff in is a fault, and one whose addresses all count is looked at', async () => {
  const issuer = await answering(404, {});
  const settings = { issuer, clientId: 'portal', clientSecret: 'x', rolesClaim: 'groups', verifiedClaim: null };
  expect(states(await checkDirectory(null, http, now))).toEqual(['Directory: skipped']);
  expect(states(await checkDirectory(settings, http, now))).toEqual(['Directory: fault', 'Directory: warning']);
});
