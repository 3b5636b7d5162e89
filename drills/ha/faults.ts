import { findPrimary, findRedisMaster, until } from './cluster-state.ts';
import { CARRIERS, FIRST } from './kit.ts';
import { cut, heal, type Machine } from './network.ts';
import type { Programs } from './programs.ts';

/** Ends the fault, and starts again what it has ended. */
type Mend = () => Promise<unknown>;

export type Fault = {
  readonly name: string;
  /** How long it lasts at least. */
  readonly lastsMs: number;
  /** `time` counts from 1. */
  readonly strike: (programs: Programs, time: number) => Promise<Mend>;
};

async function primaryNow(): Promise<Machine> {
  const primary = await findPrimary();
  if (primary === null) throw new Error('there is no primary to strike');
  return primary;
}

/** Another machine has become the primary, so that this one is a stale leader when it is back. */
const takenOver = (from: Machine): Promise<void> =>
  until('another machine is the primary', async () => ![null, from].includes(await findPrimary()));

export const FAULTS: readonly Fault[] = [
  {
    name: 'primary and its Patroni killed',
    lastsMs: 0,
    strike: async (programs) => {
      const primary = await primaryNow();
      programs.signalDatabase(primary, 'SIGKILL');
      return () => programs.startDatabase(primary);
    },
  },
  {
    name: 'a portal killed',
    lastsMs: 0,
    strike: async (programs, time) => {
      const victim = CARRIERS[time % CARRIERS.length] ?? FIRST;
      await programs.killPortal(victim);
      return () => programs.startPortal(victim);
    },
  },
  {
    name: 'Redis master killed',
    // The sentinels take some seconds, in which no customer may notice anything.
    lastsMs: 10_000,
    strike: async (programs) => {
      const master = await findRedisMaster();
      await programs.killRedis(master);
      return () => programs.startRedis(master);
    },
  },
  {
    name: 'network of the primary’s machine cut',
    lastsMs: 0,
    strike: async () => {
      const primary = await primaryNow();
      await cut(primary);
      return async () => {
        await takenOver(primary);
        await heal(primary);
      };
    },
  },
  {
    name: 'network of the standby’s machine cut',
    // Longer than Patroni needs to let the primary go on alone.
    lastsMs: 15_000,
    strike: async () => {
      const primary = await primaryNow();
      const standby = CARRIERS.find((machine) => machine !== primary) ?? FIRST;
      await cut(standby);
      return () => heal(standby);
    },
  },
  {
    name: 'primary paused, wakes as a stale leader',
    lastsMs: 20_000,
    strike: async (programs) => {
      const primary = await primaryNow();
      programs.signalDatabase(primary, 'SIGSTOP');
      return async () => {
        await takenOver(primary);
        programs.signalDatabase(primary, 'SIGCONT');
      };
    },
  },
];
