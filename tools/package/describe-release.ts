import { spawnSync } from 'node:child_process';
import { readRelease } from '../../apps/server/src/platform/release.ts';

/**
 * What a package says about itself. The commit ends with `-modified` when tracked files differ from
 * it; RELEASE_COMMIT names it where the build has no git history. SOURCE_DATE_EPOCH, in seconds,
 * replaces the time of the build (https://reproducible-builds.org/specs/source-date-epoch/).
 */
export function describeRelease(root: string, env: NodeJS.ProcessEnv) {
  const { version, commit } = readRelease(root);
  const epoch = env.SOURCE_DATE_EPOCH;
  const builtAt = (epoch ? new Date(Number(epoch) * 1000) : new Date()).toISOString();
  const isModified = commit !== 'unknown' && spawnSync('git', ['-C', root, 'diff', '--quiet', 'HEAD']).status === 1;
  return { version, commit: env.RELEASE_COMMIT || (isModified ? `${commit}-modified` : commit), builtAt };
}
