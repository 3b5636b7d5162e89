import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

const SETTLED_AFTER_MS = 1500;

/** The heap, in bytes, that a Node process started with --inspect on this port needs once garbage is collected. */
export async function readHeapBytes(inspectPort: number): Promise<number> {
  const targets: unknown = await (await fetch(`http://127.0.0.1:${inspectPort}/json/list`)).json();
  const [target] = Array.isArray(targets) ? targets : [];
  const socket = new WebSocket(String(target?.webSocketDebuggerUrl));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let calls = 0;
  const call = (method: string, params: object = {}): Promise<{ result?: { value?: string } }> =>
    new Promise((resolve) => {
      const id = ++calls;
      const hear = (data: unknown): void => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.off('message', hear);
        resolve(answer.result);
      };
      socket.on('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  try {
    // What the last requests held is let go of in a turn of its own.
    await call('HeapProfiler.collectGarbage');
    await sleep(SETTLED_AFTER_MS);
    await call('HeapProfiler.collectGarbage');
    const expression = 'String(process.memoryUsage().heapUsed)';
    const { result } = await call('Runtime.evaluate', { expression, returnByValue: true });
    return Number(result?.value);
  } finally {
    socket.terminate();
  }
}
