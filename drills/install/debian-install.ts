import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatewaySettings } from '../../bench/crash/gateway-sandbox.ts';
import { type Counts, ROOT } from '../../tools/run/run-step.ts';
import type { WalkPlan } from './customer-walk.ts';
import { bootMachine, type DebianMachine } from './debian-machine.ts';
import { debianTree } from './debian-tree.ts';
import { documentedCommands } from './documented-commands.ts';
import { makeCertificate } from './make-certificate.ts';

const DOCUMENT = 'docs/install.md';
const ORIGIN = 'https://portal.example.com';
const GATEWAY_PORT = 3990;
const NETWORK_TOKEN = 'the token of the installation drill';
const RADIUS_SECRET = 'the secret of the installation drill';

/** What the drill needs besides the programs of the document. */
const ALSO = `apt-get install -y --no-install-recommends systemd systemd-sysv dbus iproute2 procps
apt-get install -y --no-install-recommends caddy freeradius freeradius-rest freeradius-utils
systemctl disable caddy freeradius`;

/** Returns when it is gone: what it is just working on is lost with it, and no proxy may repeat that. */
const KILL_INSTANCE = `pid=$(systemctl show -P MainPID fibre-portal@3001)
kill -KILL "$pid"
while kill -0 "$pid" 2>/dev/null; do :; done`;

const WALK: WalkPlan = {
  origin: ORIGIN,
  gatewayPort: GATEWAY_PORT,
  speedTestOrigin: 'https://speedtest.example.com:8443',
  radiusSecret: RADIUS_SECRET,
  killInstance: ['sh', '-c', KILL_INSTANCE],
  repeatsWrites: true,
};

/** A Debian with the programs of docs/install.md, made once. */
export function machineTree(): string {
  return debianTree('debian-machine', `${documentedCommands(DOCUMENT, '### Programs').join('\n')}\n${ALSO}`);
}

/**
 * Follows docs/install.md on a new machine of `tree`, as far as a customer who has paid and is let
 * onto the network: behind nginx, behind Caddy, and with the embedded database. `archive` is what
 * `npm run package` made; `folder` is for files of the drill. Returns how many of the three
 * succeeded.
 */
export async function installOnDebian(tree: string, archive: string, folder: string): Promise<Counts> {
  makeCertificate(folder);
  const machine = await bootMachine(tree, [ROOT]);
  const results: boolean[] = [];
  const walk = (name: string, prepare: () => WalkPlan): void => {
    console.log(`▶ ${name}`);
    results.push(attempt(machine, folder, prepare));
  };
  try {
    walk('Debian: systemd units, PostgreSQL, Redis, FreeRADIUS, two instances behind nginx', () => {
      install(machine, archive, folder);
      return WALK;
    });
    walk('Debian: the same two instances behind Caddy', () => {
      replaceNginxByCaddy(machine);
      // Debian's Caddy does not (deploy/caddy/Caddyfile).
      return { ...WALK, repeatsWrites: false };
    });
    walk('Debian: one instance with the embedded database under the same unit', () => {
      leaveOutServers(machine);
      return { ...WALK, killInstance: null };
    });
  } finally {
    await machine.stop();
  }
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

/** True when a customer ends up connected; otherwise prints what the machine says. */
function attempt(machine: DebianMachine, folder: string, prepare: () => WalkPlan): boolean {
  try {
    const plan = prepare();
    const node = join(ROOT, 'node_modules/.bin/node');
    const program = [node, join(ROOT, 'drills/install/walk.ts'), JSON.stringify(plan)];
    if (machine.show(program, { NODE_EXTRA_CA_CERTS: join(folder, 'fullchain.pem') })) return true;
  } catch (error) {
    console.error(`  ✗ ${error instanceof Error ? error.message : String(error)}`);
  }
  console.error(machine.sh('journalctl --no-pager --lines=60 --output=cat; systemctl --failed --no-pager'));
  return false;
}

/** Runs the commands of the document under a heading, in the machine. */
function follow(machine: DebianMachine, heading: string, folder = '/'): void {
  for (const block of documentedCommands(DOCUMENT, heading)) machine.sh(`cd ${folder}\n${block}`);
}

function install(machine: DebianMachine, archive: string, folder: string): void {
  machine.sh(`echo '127.0.0.1 portal.example.com speedtest.example.com' >> /etc/hosts
    install -d -m 0755 /etc/ssl/fibre-portal
    install -m 0644 ${folder}/fullchain.pem ${folder}/privkey.pem /etc/ssl/fibre-portal
    mkdir /srv/package && ln -s ${archive} /srv/package/`);
  follow(machine, "### The portal's files and account", '/srv/package');
  follow(machine, '### The database');
  follow(machine, '### Settings');
  const mine = { ...gatewaySettings(GATEWAY_PORT), NETWORK_TOKEN, SPEED_TEST_ORIGIN: WALK.speedTestOrigin ?? '' };
  writeFileSync(
    join(folder, 'settings'),
    Object.entries(mine)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  machine.sh(`cat ${folder}/settings >> /etc/fibre-portal/portal.env`);
  checkUnits(machine);
  follow(machine, '### Start');
  const [nginx = ''] = documentedCommands(DOCUMENT, '### TLS and two instances: nginx or Caddy');
  machine.sh(nginx);
  startFreeRadius(machine);
  backUp(machine);
}

/** A backup was made, and the operator's command finds it. */
function backUp(machine: DebianMachine): void {
  follow(machine, '### Backups');
  const said = machine.sh('/opt/fibre-portal/bin/portal doctor || true');
  if (!said.includes('Backups: The last backup was made 0 hours ago.')) throw new Error(`no backup was made: ${said}`);
  console.log('  ✓ the backup that the document makes is there, encrypted, and the doctor knows of it');
}

/** systemd finds nothing wrong in the units, and rates none as more exposed than 2.0. */
function checkUnits(machine: DebianMachine): void {
  const services = ['fibre-portal@.service', 'fibre-portal-speedtest.service', 'fibre-portal-backup.service'];
  const units = services.map((name) => `/etc/systemd/system/${name}`);
  const said = machine.sh(`systemd-analyze verify --man=no ${units.join(' ')} fibre-portal-backup.timer 2>&1`);
  if (said.includes('fibre-portal')) throw new Error(`systemd-analyze verify: ${said}`);
  for (const unit of units) machine.sh(`systemd-analyze security --offline=true --no-pager --threshold=20 ${unit}`);
  console.log(`  ✓ systemd-analyze finds nothing in ${services.length} units; none is more exposed than 2.0`);
}

/** As docs/freeradius.md says, with one password for every line. */
function startFreeRadius(machine: DebianMachine): void {
  const [kit = ''] = documentedCommands('docs/freeradius.md', '## Set up');
  machine.sh(`cd /opt/fibre-portal
    ${kit}
    printf 'TZ=UTC\\nPORTAL_URL=http://127.0.0.1:3000\\nPORTAL_TOKEN=${NETWORK_TOKEN}\\n' > /etc/freeradius/portal.env
    mkdir -p /etc/systemd/system/freeradius.service.d
    printf '[Service]\\nEnvironmentFile=/etc/freeradius/portal.env\\n' > /etc/systemd/system/freeradius.service.d/portal.conf
    printf 'client router {\\n ipaddr = 127.0.0.1\\n secret = "${RADIUS_SECRET}"\\n}\\n' > clients.conf
    echo 'DEFAULT Cleartext-Password := "router"' > mods-config/files/authorize
    systemctl daemon-reload
    systemctl start freeradius`);
}

function replaceNginxByCaddy(machine: DebianMachine): void {
  const [, caddy = ''] = documentedCommands(DOCUMENT, '### TLS and two instances: nginx or Caddy');
  machine.sh(`mkdir -p /etc/systemd/system/caddy.service.d
    printf '[Service]\\nEnvironment="PORTAL_TLS=/etc/ssl/fibre-portal/fullchain.pem /etc/ssl/fibre-portal/privkey.pem"\\n' > /etc/systemd/system/caddy.service.d/portal.conf
    systemctl daemon-reload
    ${caddy}`);
}

function leaveOutServers(machine: DebianMachine): void {
  machine.sh(`systemctl stop fibre-portal@3000 fibre-portal@3001 postgresql redis-server freeradius
    sed -i '/^DATABASE_URL=/d; /^REDIS_URL=/d' /etc/fibre-portal/portal.env
    printf '[Service]\\nEnvironment=PORTAL_INSTANCES=127.0.0.1:3000\\n' > /etc/systemd/system/caddy.service.d/one.conf
    systemctl daemon-reload
    systemctl restart caddy
    systemctl start fibre-portal@3000 freeradius
    curl --retry 30 --retry-all-errors --retry-delay 1 -fsS http://127.0.0.1:3000/readyz`);
}
