import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded/start-embedded-postgres.ts';
import { startRedis } from '../../apps/server/src/testing/servers/start-redis.ts';
import { startCommitProxy } from '../../bench/crash/commit-proxy.ts';
import { gatewaySettings, startGatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { startProgram } from '../../bench/portal/program-process.ts';
import { ROOT } from '../../tools/run/run-step.ts';
import { CONFINED, FREERADIUS_IMAGE, PORTAL_IMAGE, STORAGE } from './container-images.ts';
import { walkAsCustomer } from './customer-walk.ts';

// Runs the images as containers in a network of its own (drills/install/run.ts opens it), behind
// Caddy, and walks as a customer. Its argument is a folder for files of the drill.

const folder = process.argv[2] ?? '';
const ORIGIN = 'https://portal.example.com';
const SPEED_TEST_ORIGIN = 'https://speedtest.example.com:8443';
const GATEWAY_PORT = 3990;
const DATABASE_PORT = 5432;
const PORTAL_USER = 10_001;
const NETWORK_TOKEN = 'the token of the installation drill';
const RADIUS_SECRET = 'the secret of the installation drill';
const READY_WITHIN_MS = 60_000;

/** Not blocking: the database's connections and the gateways live in this process. */
async function podman(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('podman', [...STORAGE, '--runtime', 'runc', ...args]);
  return stdout;
}

async function logsOf(name: string): Promise<string> {
  return (await podman('logs', '--tail', '20', name)).slice(-4000);
}

const started: string[] = [];

/** A container with that environment, confined as in production. */
async function start(
  name: string,
  image: string,
  env: Readonly<Record<string, string>>,
  ...rest: string[]
): Promise<void> {
  const variables = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const options = rest.filter((word) => word.startsWith('--'));
  const command = rest.filter((word) => !word.startsWith('--'));
  await podman(
    'run',
    '--detach',
    '--replace',
    '--name',
    name,
    ...CONFINED,
    ...variables,
    ...options,
    image,
    ...command,
  );
  started.push(name);
}

async function untilHealthy(name: string): Promise<void> {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      await podman('healthcheck', 'run', name);
      return;
    } catch (error) {
      if (performance.now() > giveUpAt) throw new Error(`${error}\n${await logsOf(name)}`);
      await sleep(200);
    }
  }
}

async function startPortals(redisUrl: string): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(data);
  chownSync(data, PORTAL_USER, PORTAL_USER);
  const env = {
    ...gatewaySettings(GATEWAY_PORT),
    PUBLIC_URL: ORIGIN,
    SPEED_TEST_ORIGIN,
    SESSION_SECRET: 'the session secret of the installation drill',
    NETWORK_TOKEN,
    DATABASE_URL: `postgres://portal@127.0.0.1:${DATABASE_PORT}/portal`,
    REDIS_URL: redisUrl,
    TRUSTED_PROXIES: '127.0.0.1',
  };
  for (const port of [3000, 3001]) {
    await start(
      `portal-${port}`,
      PORTAL_IMAGE,
      { ...env, PORT: String(port) },
      `--volume=${data}:/var/lib/fibre-portal`,
    );
    await untilHealthy(`portal-${port}`);
  }
  await start('speedtest', PORTAL_IMAGE, { TRUSTED_PROXIES: '127.0.0.1' }, 'speedtest-server');
}

async function startFreeRadius(): Promise<void> {
  const files = {
    token: NETWORK_TOKEN,
    clients: `client router {\n ipaddr = 127.0.0.1\n secret = "${RADIUS_SECRET}"\n}\n`,
  };
  writeFileSync(join(folder, 'network_token'), files.token);
  writeFileSync(join(folder, 'clients.conf'), files.clients);
  writeFileSync(join(folder, 'authorize'), 'DEFAULT Cleartext-Password := "router"\n');
  for (const name of ['network_token', 'clients.conf', 'authorize']) chmodSync(join(folder, name), 0o644);
  const config = '/etc/freeradius/3.0';
  await start(
    'freeradius',
    FREERADIUS_IMAGE,
    { PORTAL_URL: 'http://127.0.0.1:3000' },
    `--volume=${folder}/network_token:/run/secrets/network_token:ro`,
    `--volume=${folder}/clients.conf:${config}/clients.conf:ro`,
    `--volume=${folder}/authorize:${config}/mods-config/files/authorize:ro`,
  );
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await logsOf('freeradius')).includes('Ready to process requests')) {
    if (performance.now() > giveUpAt) throw new Error(`FreeRADIUS is not ready: ${await logsOf('freeradius')}`);
    await sleep(200);
  }
}

/** Debian's, since no registry has been asked for the image of deploy/compose.yaml. */
function startCaddy() {
  return startProgram({
    name: 'Caddy',
    command: ['caddy', 'run', '--config', join(ROOT, 'deploy/caddy/Caddyfile'), '--adapter', 'caddyfile'],
    env: {
      PORTAL_TLS: `${folder}/fullchain.pem ${folder}/privkey.pem`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    logFile: join(folder, 'caddy.log'),
    readyUrl: `${ORIGIN}/readyz`,
  });
}

async function walk(): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => undefined });
  const { host, port } = postgres.connection;
  const proxy = await startCommitProxy(DATABASE_PORT, join(host, `.s.PGSQL.${port}`));
  const redis = await startRedis();
  const sandbox = await startGatewaySandbox(GATEWAY_PORT, ORIGIN);
  try {
    await startPortals(redis.url);
    console.log('  ✓ two portals and the speed test run with a read-only root and no capability, and are healthy');
    await startFreeRadius();
    const caddy = await startCaddy();
    const plan = {
      origin: ORIGIN,
      gatewayPort: GATEWAY_PORT,
      speedTestOrigin: SPEED_TEST_ORIGIN,
      radiusSecret: RADIUS_SECRET,
      killInstance: ['podman', ...STORAGE, '--runtime', 'runc', 'kill', 'portal-3001'] as const,
      repeatsWrites: false,
    };
    try {
      await walkAsCustomer(plan, (sentence) => console.log(`  ✓ ${sentence}`));
    } finally {
      await caddy.stop();
    }
  } finally {
    for (const name of started) await podman('rm', '--force', '--time', '5', name);
    await sandbox.close();
    await redis.stop();
    await proxy.close();
    await postgres.stop();
  }
}

await walk().catch((error: unknown) => {
  console.error(`  ✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
