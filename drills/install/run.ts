import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readRelease } from '../../apps/server/src/platform/release.ts';
import { installDebianPackage } from '../../tools/run/programs/debian-package.ts';
import { type Counts, ROOT, report } from '../../tools/run/run-step.ts';
import { checkCompose } from './compose-file.ts';
import { buildImages, checkPortalImage } from './container-images.ts';
import { installOnDebian, machineTree } from './debian-install.ts';
import { CACHE } from './debian-tree.ts';
import { makeCertificate } from './make-certificate.ts';
import { startByNpm } from './npm-start.ts';

// npm run install-test: follows docs/install.md on new machines that are made here, up to a customer
// who has paid and is let onto the network. The machines are Debian's with systemd, or with --container
// the images of deploy/Dockerfile.

const printSuccess = (sentence: string): void => console.log(`  ✓ ${sentence}`);
const { values } = parseArgs({ options: { container: { type: 'boolean', default: false } } });

/** Programs that the drill needs, and Debian's packages that have them. */
const PROGRAMS = {
  debootstrap: 'debootstrap',
  openssl: 'openssl',
  ...(values.container
    ? {
        ip: 'iproute2',
        buildah: 'buildah',
        podman: 'podman',
        runc: 'runc',
        caddy: 'caddy',
        'docker-compose': 'docker-compose',
        'redis-server': 'redis-server',
      }
    : { 'systemd-nspawn': 'systemd-container' }),
};

/** One line that says why the drill cannot run here; null when it can. */
function findObstacle(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'it makes machines of its own, for which it needs Linux and root';
  for (const [program, debianPackage] of Object.entries(PROGRAMS)) {
    const isThere = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
    const missing = isThere ? null : installDebianPackage(debianPackage);
    if (missing !== null) return missing;
  }
  return null;
}

/** Beside the making of the machine, which takes as long. */
async function makePackage(): Promise<string> {
  const making = spawn(process.execPath, [join(ROOT, 'tools/package/package.ts')], { stdio: 'inherit' });
  const [code] = await once(making, 'exit');
  if (code !== 0) throw new Error('npm run package failed');
  return join(ROOT, `dist/fibre-portal-${readRelease(ROOT).version}-${process.arch}.tar.gz`);
}

async function drillDebian(): Promise<Counts> {
  const packaged = makePackage();
  const tree = machineTree();
  const archive = await packaged;
  const folder = mkdtempSync(join(CACHE, 'drill-'));
  try {
    const debian = await installOnDebian(tree, archive, folder);
    const embedded = await drillNpmStart(folder);
    return { passed: debian.passed + embedded.passed, failed: debian.failed + embedded.failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drillNpmStart(folder: string): Promise<Counts> {
  console.log('▶ npm start, with the embedded database');
  try {
    await startByNpm(folder, printSuccess);
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(`  ✗ ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1 };
  }
}

/** The images, built and started in a network of their own, in which only loopback exists. */
async function drillContainers(): Promise<Counts> {
  console.log('▶ Containers: two portals and the speed test, FreeRADIUS, PostgreSQL, Redis, Caddy');
  buildImages(readRelease(ROOT).commit);
  const folder = mkdtempSync(join(CACHE, 'drill-'));
  try {
    checkCompose(printSuccess);
    checkPortalImage(printSuccess);
    makeCertificate(folder);
    writeFileSync(join(folder, 'hosts'), '127.0.0.1 localhost portal.example.com speedtest.example.com\n');
    const program = `ip link set lo up && mount --bind "$1/hosts" /etc/hosts && exec "$2" "$3" "$1"`;
    const words = [folder, process.execPath, join(ROOT, 'drills/install/container-install.ts')];
    const { status } = spawnSync('unshare', ['--net', '--mount', 'sh', '-c', program, 'sh', ...words], {
      stdio: 'inherit',
      env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'fullchain.pem') },
    });
    return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const obstacle = findObstacle();
if (obstacle === null) report(await (values.container ? drillContainers() : drillDebian()));
else console.log(`The installation drill is left out: ${obstacle}\n0 passed, 0 failed`);
