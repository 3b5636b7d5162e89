import type { CallMoment } from '@portal/sandbox/sandbox-options';
import type { CommitPoint } from './commit-proxy.ts';
import type { Chance } from './random.ts';

/**
 * The moment of the kill, counted from when the portal is ready: after a time, at a call to a
 * gateway, or at a COMMIT on its way to PostgreSQL. `count` is the number of that call or COMMIT.
 */
export type KillMoment =
  | { readonly at: 'time'; readonly afterMs: number }
  | {
      readonly at: 'gateway-call';
      readonly operation: 'initialize' | 'verify';
      readonly moment: CallMoment;
      readonly count: number;
    }
  | { readonly at: 'commit'; readonly point: CommitPoint; readonly count: number };

/**
 * The process that is killed. A portal whose postmaster alone is killed survives, and starts
 * another.
 */
export type Victim = 'process' | 'group' | 'process and postmaster' | 'postmaster';

export type Kill = { readonly moment: KillMoment; readonly victim: Victim };

const LONGEST_LIFE_MS = 900;

/** The share of kills at a COMMIT: those need the database outside the portal, behind a proxy. */
const COMMIT_SHARE = 1 / 3;

const VICTIMS = ['process', 'group', 'process and postmaster', 'postmaster'] as const;

/**
 * The schedule of `kills` kills: first those with the embedded database, then those at a COMMIT. A
 * dozen has every victim at both kinds of moment and both points of a COMMIT; the rest is random.
 */
export function planKills(kills: number, chance: Chance): { readonly embedded: Kill[]; readonly atCommit: Kill[] } {
  const atCommit = Math.floor(kills * COMMIT_SHARE);
  return {
    embedded: Array.from({ length: kills - atCommit }, (_, index) => planEmbeddedKill(index, chance)),
    atCommit: Array.from({ length: atCommit }, (_, index) => planCommitKill(index, chance)),
  };
}

function planEmbeddedKill(index: number, chance: Chance): Kill {
  const victim = VICTIMS[index % VICTIMS.length] ?? 'process';
  const isByTime = Math.floor(index / VICTIMS.length) % 2 === 0;
  if (isByTime) return { moment: { at: 'time', afterMs: chance.whole(LONGEST_LIFE_MS) }, victim };
  const operation = chance.pick(['initialize', 'verify']);
  const moment = chance.pick(['seen', 'acted', 'answered']);
  return { moment: { at: 'gateway-call', operation, moment, count: 1 + chance.whole(8) }, victim };
}

function planCommitKill(index: number, chance: Chance): Kill {
  const point = index % 2 === 0 ? 'unsent' : 'unanswered';
  return { moment: { at: 'commit', point, count: 1 + chance.whole(25) }, victim: chance.pick(['process', 'group']) };
}

export function describeKill({ moment, victim }: Kill): string {
  switch (moment.at) {
    case 'time':
      return `${victim}, ${moment.afterMs} ms after ready`;
    case 'gateway-call':
      return `${victim}, ${moment.operation} no. ${moment.count} ${moment.moment} at the gateway`;
    case 'commit':
      return `${victim}, COMMIT no. ${moment.count} ${moment.point}`;
  }
}
