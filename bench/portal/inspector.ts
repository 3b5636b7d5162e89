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

async function findAddress(port: number): Promise<string> {
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

/**
 * Connects to the inspector on a port of this machine, which may be opening still: that of a process
 * started with `--inspect`, or with `--inspect-port` once it gets SIGUSR1.
 */
export async function connectInspector(port: number): Promise<Inspector> {
  const socket = new WebSocket(await findAddress(port), { maxPayload: LARGEST_MESSAGE });
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
  return { ask, close: () => socket.terminate() };
}
