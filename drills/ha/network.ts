import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BRIDGE = 'portal-drill';
/** This machine's own address in the drill's network. */
export const OWN_ADDRESS = '10.98.0.254';
export const NETWORK = '10.98.0.0/24';

/** A machine of the drill: a network namespace with one cable to a switch. */
export type Machine = {
  readonly number: number;
  readonly name: string;
  readonly address: string;
  /** The command prefix that runs a program on it. */
  readonly inside: readonly [string, ...string[]];
};

export const machineOf = (number: number): Machine => {
  const name = `portal-drill-${number}`;
  return { number, name, address: `10.98.0.${10 + number}`, inside: ['ip', 'netns', 'exec', name] };
};

const cableOf = ({ number }: Machine): string => `pdrill${number}`;
const ip = (words: string) => run('ip', words.split(' '));

/** Connects this machine and those of the drill to one switch. Removes what an interrupted drill left. */
export async function openNetwork(machines: readonly Machine[]): Promise<void> {
  closeNetwork(machines);
  await ip(`link add ${BRIDGE} type bridge`);
  await ip(`addr add ${OWN_ADDRESS}/24 dev ${BRIDGE}`);
  await ip(`link set ${BRIDGE} up`);
  for (const machine of machines) {
    const { name, address } = machine;
    await ip(`netns add ${name}`);
    await ip(`link add ${cableOf(machine)} type veth peer name eth0 netns ${name}`);
    await ip(`link set ${cableOf(machine)} master ${BRIDGE} up`);
    await ip(`-n ${name} addr add ${address}/24 dev eth0`);
    for (const device of ['eth0', 'lo']) await ip(`-n ${name} link set ${device} up`);
  }
}

/** Pulls the cable of a machine, and plugs it in again. */
export const cut = (machine: Machine) => ip(`link set ${cableOf(machine)} nomaster`);
export const heal = (machine: Machine) => ip(`link set ${cableOf(machine)} master ${BRIDGE}`);

/** The process ids on a machine. */
export function processesOn({ name }: Machine): number[] {
  const { stdout } = spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter(Boolean).map(Number);
}

/** Kills what still runs on the machines and removes them. */
export function closeNetwork(machines: readonly Machine[]): void {
  for (const machine of machines) {
    for (const pid of processesOn(machine)) spawnSync('kill', ['-KILL', String(pid)], { stdio: 'ignore' });
    spawnSync('ip', ['netns', 'del', machine.name], { stdio: 'ignore' });
    spawnSync('ip', ['link', 'del', cableOf(machine)], { stdio: 'ignore' });
  }
  spawnSync('ip', ['link', 'del', BRIDGE], { stdio: 'ignore' });
}
