import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../tools/run/run-step.ts';
import { CACHE, debianTree, run } from './debian-tree.ts';

/** Images and containers of the drill, apart from those of the machine. */
export const STORAGE = [
  '--storage-driver',
  'vfs',
  '--root',
  join(CACHE, 'containers'),
  '--runroot',
  join(CACHE, 'run'),
];
export const PORTAL_IMAGE = 'localhost/fibre-portal:drill';
export const FREERADIUS_IMAGE = 'localhost/fibre-portal-freeradius:drill';
const RUNTIME_BASE = 'localhost/debian:drill';
const BUILD_BASE = 'localhost/node:drill';
const MOST_BYTES = 350e6;

const buildah = (...args: string[]): string => run('buildah', [...STORAGE, ...args]);
const podman = (...args: string[]): string => run('podman', [...STORAGE, ...args]);

/**
 * Builds both images of this repository by their Dockerfiles. No registry is asked: the base images
 * are made here, of what debootstrap downloads and of this machine's npm.
 */
export function buildImages(commit: string): void {
  const debian = debianTree('debian-base', 'true');
  importTree(debian, RUNTIME_BASE);
  importTree(nodeTree(debian), BUILD_BASE, '--change', 'ENV=NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt');
  const bud = ['bud', '--isolation', 'chroot', '--format', 'docker', '--build-arg', `RUNTIME_IMAGE=${RUNTIME_BASE}`];
  const args = ['--build-arg', `BUILD_IMAGE=${BUILD_BASE}`, '--build-arg', `RELEASE_COMMIT=${commit}`];
  buildah(...bud, ...args, '--file', join(ROOT, 'deploy/Dockerfile'), '--tag', PORTAL_IMAGE, ROOT);
  buildah(...bud, '--tag', FREERADIUS_IMAGE, join(ROOT, 'deploy/freeradius'));
}

function importTree(tree: string, name: string, ...options: string[]): void {
  const archive = join(CACHE, 'import.tar');
  run('tar', ['--create', '--file', archive, '--directory', tree, '.']);
  podman('import', ...options, archive, name);
  rmSync(archive);
}

/** The same with Node and npm where the official image has them, and the certificates of this machine. */
function nodeTree(debian: string): string {
  const tree = join(CACHE, 'debian-node');
  rmSync(tree, { recursive: true, force: true });
  run('cp', ['--archive', debian, tree]);
  const npm = dirname(dirname(process.env.npm_execpath ?? ''));
  cpSync(npm, join(tree, 'usr/local/lib/node_modules/npm'), { recursive: true });
  cpSync(process.execPath, join(tree, 'usr/local/bin/node'));
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(tree, 'usr/local/bin/npm'));
  mkdirSync(join(tree, 'etc/ssl/certs'), { recursive: true });
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(tree, 'etc/ssl/certs/ca-certificates.crt'));
  return tree;
}

/** Throws unless the portal's image is as small, as closed and as empty of secrets as it has to be. */
export function checkPortalImage(report: (sentence: string) => void): void {
  const [image] = JSON.parse(podman('image', 'inspect', PORTAL_IMAGE));
  const [base] = JSON.parse(podman('image', 'inspect', RUNTIME_BASE));
  const added = image.Size - base.Size;
  if (added > MOST_BYTES) throw new Error(`the image adds ${added} bytes to its base`);
  report(`the image adds ${Math.round(added / 1e6)} MB to its base`);
  if (image.Config.User !== '10001:10001') throw new Error(`the image runs as "${image.Config.User}"`);
  if (!JSON.stringify(image.Healthcheck).includes('is-ready')) throw new Error('the image has no health check');
  const settings: string[] = image.Config.Env;
  const secret = settings.find((line) => /SECRET|TOKEN|PASSWORD|_KEY|_URL/.test(line));
  if (secret) throw new Error(`the image has a setting that is none of its business: ${secret}`);
  const listed = podman('run', '--rm', ...CONFINED, '--entrypoint', 'find', PORTAL_IMAGE, '/opt/fibre-portal', '-xdev');
  const suspicious = listed.split('\n').filter((path) => !path.includes('/node_modules/'));
  const leak = suspicious.find((path) => /\.(pem|key|env)$|\/deploy\/secrets|\.test\.ts$|\/\.git/.test(path));
  if (leak) throw new Error(`the image holds ${leak}`);
  report('the image runs as user 10001, has a health check, and holds no key, no setting file and no test');
}

/** As production runs it: nothing may be written but the volume, and no capability is left. */
export const CONFINED = [
  '--network=host',
  '--cgroups=no-conmon',
  '--read-only',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--ulimit=nofile=1024:1024',
  '--ulimit=nproc=1024:1024',
];
