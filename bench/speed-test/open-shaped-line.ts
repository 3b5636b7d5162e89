import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type Line = { readonly downMbps: number; readonly upMbps: number; readonly rttMs: number };

export type ShapedLine = {
  /** Where the far end of the line is reached through it. */
  readonly origin: string;
  /** Line time that a busy machine took away, in ms: a run with much of it says nothing. */
  readonly lostMs: () => Promise<number>;
  readonly close: () => void;
};

/** A line of this speed to a port of this machine. A fresh one for every run: what an aborted upload left in the buffers still drains. */
export async function openShapedLine(line: Line, targetPort: number): Promise<ShapedLine> {
  const numbers = [line.downMbps, line.upMbps, line.rttMs, targetPort].map(String);
  const child = fork(join(import.meta.dirname, 'shaped-line.ts'), numbers, { stdio: 'inherit' });
  const { port } = await answerOf(child);
  return {
    origin: `http://127.0.0.1:${port}`,
    lostMs: async () => {
      const answer = answerOf(child);
      child.send('lost');
      return (await answer).lostMs ?? 0;
    },
    close: () => child.disconnect(),
  };
}

async function answerOf(child: ChildProcess): Promise<{ readonly port?: number; readonly lostMs?: number }> {
  const [answer] = await once(child, 'message');
  return answer;
}
