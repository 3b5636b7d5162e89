import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../run/run-step.ts';
import { describeRelease } from './describe-release.ts';
import { findUnpinned, readImageVersions } from './image-versions.ts';

// npm run image: the portal's and FreeRADIUS' container images, from the base images of
// deploy/image-versions.

const { values } = parseArgs({ options: { unpinned: { type: 'boolean', default: false } } });
const images = readImageVersions(readFileSync(join(ROOT, 'deploy/image-versions'), 'utf8'));
const unpinned = findUnpinned(images);
const builder = ['docker', 'podman'].find((name) => spawnSync(name, ['--version']).status === 0);
if (unpinned.length > 0 && !values.unpinned) {
  console.error(
    `These images have no digest, so that nobody knows what is in the release:\n${unpinned.map((image) => `  - ${image}\n`).join('')}` +
      'Run deploy/pin-images and commit the file, or build an image for trial with: npm run image -- --unpinned',
  );
  process.exitCode = 1;
} else if (builder === undefined) {
  console.error('Neither docker nor podman is installed.');
  process.exitCode = 1;
} else {
  const { version, commit } = describeRelease(ROOT, process.env);
  const build = ['build', '--build-arg', `RUNTIME_IMAGE=${images.get('RUNTIME_IMAGE')}`];
  const portal = ['--build-arg', `BUILD_IMAGE=${images.get('BUILD_IMAGE')}`, '--build-arg', `RELEASE_COMMIT=${commit}`];
  const file = ['--file', join(ROOT, 'deploy/Dockerfile')];
  const commands = [
    [...build, ...portal, ...file, '--tag', `fibre-portal:${version}`, ROOT],
    [...build, '--tag', `fibre-portal-freeradius:${version}`, join(ROOT, 'deploy/freeradius')],
  ];
  const failed = commands.find((args) => spawnSync(builder, args, { stdio: 'inherit' }).status !== 0);
  process.exitCode = failed ? 1 : 0;
}
