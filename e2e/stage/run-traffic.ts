import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { REPOSITORY } from '../../bench/portal-process.ts';

export type Traffic = {
  /** Resolves with the next line that begins with a time and has these words; rejects when it ends before. */
  readonly says: (words: string) => Promise<string>;
  /** As the keyboard does. Resolves when it has said its last word. */
  readonly stop: () => Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
};

/** `npm run traffic`, without what else this shell may know of portals. */
export function runTraffic(env: Readonly<Record<string, string>>): Traffic {
  const program = spawn(process.execPath, ['tools/run/traffic.ts'], {
    cwd: REPOSITORY,
    env: { PATH: process.env.PATH, ...env },
    // Nobody is left behind who goes on for ever.
    timeout: 60_000,
  });
  const errors = text(program.stderr);
  const ended = once(program, 'exit').then(async ([code]) => ({ code: code as number | null, errors: await errors }));
  const over = ended.then(({ errors: last }) => Promise.reject(new Error(`the traffic has ended: ${last}`)));
  over.catch(() => {});
  const says = (words: string): Promise<string> => {
    const said = new Promise<string>((resolve) => {
      const look = (chunk: Buffer): void => {
        const line = chunk
          .toString()
          .split('\n')
          .find((each) => each.includes(words));
        if (line === undefined) return;
        program.stdout.off('data', look);
        resolve(line);
      };
      program.stdout.on('data', look);
    });
    return Promise.race([said, over]);
  };
  return {
    says,
    stop: async () => {
      program.kill('SIGINT');
      await ended;
    },
    ended,
  };
}
