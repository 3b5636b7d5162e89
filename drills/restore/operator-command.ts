import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { REPOSITORY } from '../../bench/portal/portal-process.ts';

export type CommandResult = { readonly code: number; readonly output: string; readonly seconds: number };

/** Runs an operator's command as `npm run <name>` does, and returns what it printed. */
export async function runCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(REPOSITORY, 'apps/cli/src/main.ts'), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  const [printed, failed] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output: `${printed}${failed}`.trim(), seconds: (performance.now() - startedAt) / 1000 };
}

/** The same, for a command that must succeed. Throws with its output otherwise. */
export async function runOrThrow(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const result = await runCommand(words, env);
  if (result.code !== 0) throw new Error(`${words[0]} failed: ${result.output}`);
  return result;
}
