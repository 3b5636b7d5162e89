import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type Line = { readonly downMbps: number; readonly upMbps: number; readonly rttMs: number };

/** The statistics of a line. */
export type LineLog = {
  /** Line time lost to a busy machine, in ms. */
  readonly lostMs: number;
  /** Payload bytes that it carried, in bins of CARRIED_BIN_MS. */
  readonly down: readonly number[];
  readonly up: readonly number[];
};

export type ShapedLine = {
  /** The address of the server through the line. */
  readonly origin: string;
  readonly log: () => Promise<LineLog>;
  readonly close: () => void;
};

/**
 * A line of this speed to a port of this machine. A new one for every run: the buffers of an
 * aborted upload still drain.
 */
export async function openShapedLine(line: Line, targetPort: number): Promise<ShapedLine> {
  const numbers = [line.downMbps, line.upMbps, line.rttMs, targetPort].map(String);
  const child = fork(join(import.meta.dirname, 'shaped-line.ts'), numbers, { stdio: 'inherit' });
  const { port } = await answerOf<{ readonly port: number }>(child);
  return {
    origin: `http://127.0.0.1:${port}`,
    log: () => {
      const answer = answerOf<LineLog>(child);
      child.send('log');
      return answer;
    },
    close: () => child.disconnect(),
  };
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = await once(child, 'message');
  return answer;
}
