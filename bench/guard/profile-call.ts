import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

const OPENS_WITHIN_MS = 5000;

type InspectorTargets = readonly [{ readonly webSocketDebuggerUrl: string }];

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

/**
 * Profiles a process while `run` loads it, into `folder`. `port` is that of its inspector
 * (`--inspect-port`). Returns the file, which Chromium's DevTools and speedscope open.
 */
export async function profileCall(
  {
    pid,
    port,
    folder,
    name,
  }: { readonly pid: number; readonly port: number; readonly folder: string; readonly name: string },
  run: () => Promise<unknown>,
): Promise<string> {
  const socket = new WebSocket(await openInspector(pid, port));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let asked = 0;
  const ask = (method: string, params = {}): Promise<{ profile?: unknown }> => {
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
  await ask('Profiler.setSamplingInterval', { interval: 200 });
  await ask('Profiler.start');
  await run();
  const { profile } = await ask('Profiler.stop');
  socket.close();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.cpuprofile`);
  writeFileSync(file, JSON.stringify(profile));
  return file;
}
