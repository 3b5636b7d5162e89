import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-step.ts';

const CACHE = join(ROOT, '.cache/previous');
const RECORD = 'deploy/previous-release';
const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error'];

/** `name` is its tag, or the commit, shortened. */
export type PreviousRelease = { readonly commit: string; readonly name: string };

/**
 * The release that customers use while this one is installed: the newest release tag below this
 * commit; in a clone without tags the commit in deploy/previous-release; where that is not in this
 * history, the parent of this commit. Otherwise one line that says what to do.
 */
export function findPreviousRelease(root = ROOT): PreviousRelease | { readonly missing: string } {
  const git = gitOf(root);
  const commitOf = (name: string) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  const here = commitOf('HEAD');
  const tags = git('tag', '--merged', 'HEAD', '--sort=-version:refname', '--list', 'v*')?.split('\n') ?? [];
  const recorded = readFileSync(join(root, RECORD), 'utf8').trim();
  for (const name of [...tags, recorded, 'HEAD^']) {
    const commit = name && commitOf(name);
    if (commit && commit !== here) return { commit, name: tags.includes(name) ? name : commit.slice(0, 8) };
    // Before anything is committed on top of it, the recorded commit is this one.
    if (commit && name === recorded) return { commit, name: commit.slice(0, 8) };
  }
  return { missing: 'The previous release is not in this clone: run "git fetch --unshallow --tags" first.' };
}

/**
 * The files of a commit below `paths`, all by default, in a new folder that the caller removes or
 * renames.
 */
export function extractCommit(commit: string, ...paths: readonly string[]): string {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'extracted-'));
  run(folder, 'git', '-C', ROOT, 'archive', `--output=${folder}.tar`, commit, ...paths);
  run(folder, 'tar', '-xf', `${folder}.tar`);
  rmSync(`${folder}.tar`);
  return folder;
}

/** Our installed packages, with npm's links between the workspaces of `folder` itself. */
export function linkPackages(folder: string): void {
  const [ours, theirs] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(theirs);
  for (const name of readdirSync(ours)) {
    if (name === '@portal') cpSync(join(ours, name), join(theirs, name), { recursive: true, verbatimSymlinks: true });
    else if (name !== '.cache') symlinkSync(join(ours, name), join(theirs, name));
  }
}

/**
 * A checkout of the release with its packages and its built web app, made once. Returns its folder.
 */
export function preparePreviousRelease({ commit }: PreviousRelease): string {
  const ready = join(CACHE, commit);
  if (existsSync(ready)) return ready;
  const folder = extractCommit(commit);
  const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(ROOT)) linkPackages(folder);
  // Our own settings of npm would hold for it too, whose package.json may allow other scripts; none is needed.
  else run(folder, 'npm', 'ci', '--include=dev', '--ignore-scripts', '--strict-allow-scripts=false', ...QUIETLY);
  run(folder, process.execPath, 'apps/web/build/build.ts');
  renameSync(folder, ready);
  return ready;
}

function gitOf(root: string) {
  return (...args: readonly string[]): string | null => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  };
}

function run(cwd: string, program: string, ...args: readonly string[]): void {
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`.slice(-2000)}`);
}
