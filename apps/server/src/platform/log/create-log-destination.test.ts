import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';

const MODULE = new URL('./create-log-destination.ts', import.meta.url).href;

/** Logs to its output, says after each failed flush how that went, and exits. */
const PROGRAM = `
  const { createLogDestination } = await import(${JSON.stringify(MODULE)});
  const destination = createLogDestination(1);
  for (let round = 0; round < 3; round++) {
    for (let line = 0; line < 100; line++) destination.write('a line of the log '.repeat(10) + '\\n');
    await new Promise((done) => destination.flush((error) => void (process.stderr.write((error?.code ?? 'written') + ' '), done())));
  }
  process.exit(0);
`;

it.skipIf(!existsSync('/dev/full'))(
  'a log on a full disk neither ends the portal nor keeps it from ending',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      timeout: 20_000,
    });
    let said = '';
    child.stderr?.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
    const [exitCode] = await once(child, 'close');
    expect([said, exitCode]).toEqual(['ENOSPC ENOSPC ENOSPC ', 0]);
  },
);
