import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { accessSync, constants, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Debian's configuration, into which the kit is copied. */
const DEBIAN = '/etc/freeradius/3.0';
const KIT = fileURLToPath(new URL('../../../../../deploy/freeradius', import.meta.url));
const READY_WITHIN_MS = 30_000;

/** The secret between access servers and the RADIUS server of tests. */
const RADIUS_SECRET = 'the secret of the lab';

/** One line that says why FreeRADIUS is not available here; null when it is. */
export function missingFreeRadius(): string | null {
  const remedy =
    'the tests with FreeRADIUS are left out: sudo apt-get install -y freeradius freeradius-rest freeradius-utils';
  for (const program of ['freeradius', 'radclient']) {
    if (spawnSync(program, ['-v'], { stdio: 'ignore' }).error) return `${program} is missing, ${remedy}`;
  }
  try {
    for (const path of [DEBIAN, `${DEBIAN}/radiusd.conf`, `${DEBIAN}/mods-available/rest`]) {
      accessSync(path, constants.R_OK);
    }
  } catch (error) {
    return `${error instanceof Error ? error.message : DEBIAN}: ${remedy}`;
  }
  return null;
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

type Ports = { readonly auth: number; readonly acct: number; readonly coa: number };

/** Where the simulated access server writes the requests that it gets, as FreeRADIUS' dictionaries read them. */
const LAB_REQUESTS = `detail lab_requests {
  filename = \${radacctdir}/lab-requests
}
`;

/** An access server for RFC 5176, which FreeRADIUS also simulates: it checks both signatures. */
const accessServer = (port: number): string => `server lab-access-server {
  listen {
    type = coa
    ipaddr = 127.0.0.1
    port = ${port}
  }
  recv-coa {
    lab_requests
    ok
  }
  send-coa {
    ok
  }
}
`;

/**
 * Debian's configuration with the kit in it, as docs/freeradius.md says, on ports of its own and
 * under a folder of its own.
 */
function layOut(folder: string, ports: Ports, hasPortalClients: boolean): string {
  const raddb = join(folder, 'raddb');
  cpSync(DEBIAN, raddb, { recursive: true, verbatimSymlinks: true });
  for (const gone of ['sites-enabled', 'mods-enabled/eap']) rmSync(join(raddb, gone), { recursive: true, force: true });
  for (const made of ['raddb/sites-enabled', 'log', 'run', 'acct']) mkdirSync(join(folder, made));
  const rewrite = (from: string, to: string, change: (text: string) => string): void =>
    writeFileSync(join(raddb, to), change(readFileSync(from, 'utf8')));
  rewrite(join(KIT, 'mods-available/portal'), 'mods-enabled/portal', (text) => text);
  rewrite(join(KIT, 'sites-available/portal-buffer'), 'sites-enabled/portal-buffer', (text) => text);
  rewrite(join(KIT, 'sites-available/portal'), 'sites-enabled/portal', (text) =>
    text
      .replaceAll('ipaddr = *', 'ipaddr = 127.0.0.1')
      .replace('port = 1812', `port = ${ports.auth}`)
      .replace('port = 1813', `port = ${ports.acct}`),
  );
  rewrite(join(DEBIAN, 'radiusd.conf'), 'radiusd.conf', (text) =>
    text
      .replace(/^raddbdir = .*/m, `raddbdir = ${raddb}`)
      .replace(/^logdir = .*/m, `logdir = ${folder}/log`)
      .replace(/^run_dir = .*/m, `run_dir = ${folder}/run`)
      .replace(/^radacctdir = .*/m, `radacctdir = ${folder}/acct`)
      .replace(/^\s*(user|group) = freerad$/gm, ''),
  );
  const client = `client lab {\n  ipaddr = 127.0.0.1\n  secret = "${RADIUS_SECRET}"\n}\n`;
  writeFileSync(join(raddb, 'clients.conf'), hasPortalClients ? '$INCLUDE portal-clients.conf\n' : client);
  writeFileSync(join(raddb, 'mods-enabled/lab_requests'), LAB_REQUESTS);
  writeFileSync(join(raddb, 'sites-enabled/lab-access-server'), accessServer(ports.coa));
  writeFileSync(join(raddb, 'mods-config/files/authorize'), 'DEFAULT Cleartext-Password := "router"\n');
  return raddb;
}

async function untilReady(server: ChildProcess): Promise<void> {
  let log = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`FreeRADIUS is not ready:\n${log}`)), READY_WITHIN_MS);
  server.stdout?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4000);
    if (log.includes('Ready to process requests')) resolve();
  });
  server.on('exit', () => reject(new Error(`FreeRADIUS has ended:\n${log}`)));
  await promise.finally(() => clearTimeout(timer));
}

/**
 * Sends packets, each lines of `Attribute = value`, and returns radclient's output. `code` is 0
 * when each got an answer, and none was a reject.
 */
async function radclient(port: number, kind: string, packets: readonly string[], secret = RADIUS_SECRET) {
  const options = ['-x', '-r', '4', '-t', '3', '-p', '16'];
  const client = spawn('radclient', [...options, `127.0.0.1:${port}`, kind, secret]);
  let printed = '';
  for (const stream of [client.stdout, client.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  client.stdin.end(`${packets.join('\n\n')}\n`);
  const [code] = await once(client, 'close');
  return { code: code as number, printed };
}

/** Runs the kit's program once, as its timer does; its restart says so in a file. */
async function readPortalClients(raddb: string, env: NodeJS.ProcessEnv): Promise<void> {
  const settings = { ...env, RADDB: raddb, FREERADIUS_RESTART: `touch ${raddb}/restarted` };
  const program = spawn(join(KIT, 'portal-clients'), [], { env: settings });
  let said = '';
  program.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = await once(program, 'close');
  if (code !== 0) throw new Error(`portal-clients failed: ${said}`);
  accessSync(`${raddb}/restarted`);
}

export type TestFreeRadius = {
  readonly account: (packets: readonly string[]) => ReturnType<typeof radclient>;
  readonly authorize: (packet: string, secret?: string) => ReturnType<typeof radclient>;
  /** What the simulated access server was asked, in the words of FreeRADIUS' dictionaries. */
  readonly readRequests: () => string;
  /** Where it simulates the access server. */
  readonly accessServer: { readonly address: string; readonly port: number; readonly secret: string };
  readonly stop: () => Promise<void>;
};

/**
 * A real FreeRADIUS with the kit of deploy/freeradius, for the portal at `portalUrl`. Every login
 * has the password "router".
 */
export async function startFreeRadius(portal: {
  readonly url: string;
  readonly token: string;
  /** Its clients are those that the kit reads from the portal; otherwise 127.0.0.1 alone is one. */
  readonly hasPortalClients?: boolean;
}): Promise<TestFreeRadius> {
  // FreeRADIUS does not read its detail file back from a file system in memory, which tmpdir() may
  // be.
  const folder = mkdtempSync('/var/tmp/portal-radius-');
  const ports = { auth: await freePort(), acct: await freePort(), coa: await freePort() };
  const raddb = layOut(folder, ports, portal.hasPortalClients ?? false);
  const env = { PATH: process.env.PATH, TZ: 'UTC', PORTAL_URL: portal.url, PORTAL_TOKEN: portal.token };
  if (portal.hasPortalClients) await readPortalClients(raddb, env);
  const server = spawn('freeradius', ['-f', '-l', 'stdout', '-d', raddb], { env });
  await untilReady(server);
  return {
    account: (packets) => radclient(ports.acct, 'acct', packets),
    authorize: (packet, secret) => radclient(ports.auth, 'auth', [packet], secret),
    readRequests: () => readFileSync(join(folder, 'acct/lab-requests'), 'utf8'),
    accessServer: { address: '127.0.0.1', port: ports.coa, secret: RADIUS_SECRET },
    stop: async () => {
      const gone = once(server, 'exit');
      server.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
