import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inspector } from '../portal/inspector.ts';

/**
 * Profiles a process while `run` loads it, into a file of this name in `folder`. Returns the file,
 * which Chromium's DevTools and speedscope open.
 */
export async function profileCall(
  { ask }: Inspector,
  { folder, name }: { readonly folder: string; readonly name: string },
  run: () => Promise<unknown>,
): Promise<string> {
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: 200 });
  await ask('Profiler.start');
  await run();
  const { profile } = await ask<{ profile: unknown }>('Profiler.stop');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.cpuprofile`);
  writeFileSync(file, JSON.stringify(profile));
  return file;
}
