import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProgram } from '../../bench/portal/program-process.ts';
import { HAPROXY } from '../../tools/run/programs/find-haproxy.ts';

const UP_WITHIN_MS = 30_000;
const POLL_MS = 100;

/** Seconds for two failed checks, which take seconds themselves on a busy machine. */
export const DRAIN_S = 5;

export type Balancer = {
  /** Sends an instance nothing more, or again; what it has begun goes on. */
  readonly setState: (index: number, state: 'drain' | 'ready') => Promise<void>;
  /** Resolves when the balancer's own check has found the instance ready. */
  readonly untilUp: (index: number) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A real HAProxy before the instances, each in turn. Nothing is repeated once a server has it. */
function configuration(port: number, ports: readonly number[], control: string): string {
  const servers = ports.map((instance, index) => `  server portal${index} 127.0.0.1:${instance} check`);
  return `global
  stats socket ${control} level admin
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 5s
  option redispatch 1
frontend customers
  bind 127.0.0.1:${port}
  monitor-uri /balancer
  default_backend portals
backend portals
  balance roundrobin
  option httpchk GET /readyz
  default-server inter 500ms fall 2 rise 1
${servers.join('\n')}
`;
}

export async function startBalancer(folder: string, port: number, ports: readonly number[]): Promise<Balancer> {
  const control = join(folder, 'haproxy.sock');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(port, ports, control));
  const program = await startProgram({
    name: 'HAProxy',
    command: [HAPROXY, '-db', '-f', file],
    env: {},
    logFile: join(folder, 'haproxy.log'),
    readyUrl: `http://127.0.0.1:${port}/balancer`,
  });
  const ask = async (command: string): Promise<string> => {
    const socket = connect(control);
    await once(socket, 'connect');
    socket.write(`${command}\n`);
    return text(socket);
  };
  return {
    setState: async (index, state) => void (await ask(`set server portals/portal${index} state ${state}`)),
    untilUp: async (index) => {
      const giveUpAt = performance.now() + UP_WITHIN_MS;
      // Fields of "show stat": https://docs.haproxy.org/2.6/management.html#9.1
      while (!new RegExp(`^portals,portal${index},.*,UP,`, 'm').test(await ask('show stat'))) {
        if (performance.now() > giveUpAt) throw new Error(`HAProxy does not find instance ${index + 1} ready`);
        await sleep(POLL_MS);
      }
    },
    stop: () => program.stop(),
  };
}
