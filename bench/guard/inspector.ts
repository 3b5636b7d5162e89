import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

const OPENS_WITHIN_MS = 5000;
/** The counts of all functions of the portal are one message. */
const LARGEST_MESSAGE = 256 * 1024 ** 2;

type InspectorTargets = readonly [{ readonly webSocketDebuggerUrl: string }];

/** A connection to the inspector of a running Node process. */
export type Inspector = {
  /** One method of the Chrome DevTools Protocol (https://chromedevtools.github.io/devtools-protocol/v8/). */
  readonly ask: <Answer>(method: string, params?: object) => Promise<Answer>;
  readonly close: () => void;
};

/** Has a running Node process open its inspector (SIGUSR1), and returns its address. */
async function openInspector(pid: number, port: number): Promise<string> {
  process.kill(pid, 'SIGUSR1');
  const giveUpAt = performance.now() + OPENS_WITHIN_MS;
  for (;;) {
    try {
      const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as InspectorTargets;
      return targets[0].webSocketDebuggerUrl;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await sleep(50);
    }
  }
}

/** `port` is that of the process's inspector (`--inspect-port`). */
export async function connectInspector(pid: number, port: number): Promise<Inspector> {
  const socket = new WebSocket(await openInspector(pid, port), { maxPayload: LARGEST_MESSAGE });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let asked = 0;
  const ask = <Answer>(method: string, params = {}): Promise<Answer> => {
    const id = ++asked;
    return new Promise((resolve) => {
      const listen = (data: unknown): void => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.off('message', listen);
        resolve(answer.result);
      };
      socket.on('message', listen);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
  await ask('Profiler.enable');
  return { ask, close: () => socket.close() };
}
