import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Answer } from './judge-answers.ts';

/** A registry that cannot be reached is asked once more, not for a minute. */
const PATIENCE = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=30000'];

/** The answer of npm with these arguments, whatever its exit code. Rejects when there is no npm. */
export async function runNpm(args: readonly string[], cwd: string): Promise<Answer> {
  const npm = process.env.npm_execpath;
  const [command, ...first]: [string, ...string[]] = npm ? [process.execPath, npm] : ['npm'];
  const child = spawn(command, [...first, ...args, '--json', ...PATIENCE], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const failed = new Promise<never>((_resolve, reject) => child.on('error', reject));
  const [stdout, stderr] = await Promise.race([Promise.all([text(child.stdout), text(child.stderr)]), failed]);
  return { stdout, stderr };
}
