import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ProbeResult, probe } from './load/paced-probe.ts';
import { watchOtherWork } from './load/processor-time.ts';
import type { LoadGenerator, LoadRequest, LoadResult } from './load/run-load.ts';
import { CUSTOMERS } from './portal/seed-bench-data.ts';
import type { Servers } from './portal/servers.ts';
import { cookieNamed, signIn, signInRequest } from './portal/sign-in.ts';

export const CONNECTIONS = 32;
export const SESSIONS = 64;
/** Each of these uses some of the processor time that limits the sign-ins. */
const PROBES_PER_SECOND = 25;
/**
 * A sign-in takes a quarter of a second: in a short load the unfinished ones at its end, which do
 * not count, would matter.
 */
const SIGN_IN_FACTOR = 3;
const WARM_UP_SECONDS = 1;

/**
 * One round: every server under the same load, one after the other, so that a round's figures can
 * be compared with each other.
 */
export type Round = {
  readonly constant: LoadResult;
  readonly plans: LoadResult;
  readonly plansExpress: LoadResult;
  readonly user: LoadResult;
  readonly userExpress: LoadResult;
  readonly userExpressWithoutTouch: LoadResult;
  /** On a device that the account has not been used on: it is recorded, and told by mail. */
  readonly signIn: LoadResult;
  readonly signInKnownDevice: LoadResult;
  readonly signInExpress: LoadResult;
  /** GET /api/user while the sign-ins run. */
  readonly userDuringSignIn: ProbeResult;
  readonly userExpressDuringSignIn: ProbeResult;
  readonly hash: HashCapacity;
  /** The share of the processors that other programs used meanwhile, 0 to 1. */
  readonly otherWork: number;
};

/** `checksPerSecond` is cores ÷ hash time with all cores busy. */
export type HashCapacity = { readonly singleHashMs: number; readonly checksPerSecond: number };

/** `devices`: of customers who are not among those of `portal`. */
type Cookies = Readonly<Record<'portal' | 'devices' | 'express' | 'expressWithoutTouch', readonly string[]>>;

/**
 * Runs `rounds` rounds of loads of `seconds` each, sign-ins three times as long, after a short
 * warm-up of every one. Returns the `kept` least disturbed rounds, in their order.
 */
export async function measure(
  servers: Servers,
  generator: LoadGenerator,
  plan: {
    readonly rounds: number;
    readonly kept: number;
    readonly seconds: number;
    readonly onRound: (number: number) => void;
  },
): Promise<Round[]> {
  const signedIn = await signIn(servers.portal.origin, 2 * SESSIONS);
  const cookies = {
    portal: signedIn.slice(0, SESSIONS),
    devices: signedIn.slice(SESSIONS).map((header) => cookieNamed('browser', header)),
    express: await signIn(servers.express.origin, SESSIONS),
    expressWithoutTouch: await signIn(servers.expressWithoutTouch.origin, SESSIONS),
  };
  await runRound(servers, cookies, generator, WARM_UP_SECONDS);
  const rounds: Round[] = [];
  for (let number = 1; number <= plan.rounds; number++) {
    plan.onRound(number);
    rounds.push(await runRound(servers, cookies, generator, plan.seconds));
  }
  const limit = rounds.map(({ otherWork }) => otherWork).toSorted((a, b) => a - b)[plan.kept - 1] ?? 1;
  return rounds.filter(({ otherWork }) => otherWork <= limit);
}

async function runRound(servers: Servers, cookies: Cookies, generator: LoadGenerator, seconds: number): Promise<Round> {
  const load = (origin: string, requests: readonly LoadRequest[], factor = 1) =>
    generator.run({ origin, requests, connections: CONNECTIONS, seconds: seconds * factor });
  const { portal, constant, express, expressWithoutTouch } = servers;
  const reads = (path: string, of: readonly string[]): LoadRequest[] =>
    of.map((cookie) => ({ method: 'GET', path, headers: cookie === '' ? {} : { cookie }, body: '' }));
  const visitor = [''];
  const signInsOf = (origin: string) =>
    Array.from({ length: CUSTOMERS - 2 * SESSIONS }, (_, index) => signInRequest(origin, 2 * SESSIONS + 1 + index));
  const knownDevices = cookies.devices.map((cookie, index) => {
    const { headers, ...request } = signInRequest(portal.origin, SESSIONS + 1 + index);
    return { ...request, headers: { ...headers, cookie } };
  });
  /** With other requests meanwhile, which the sign-ins must not block. */
  const measureSignIns = async (origin: string, requests: readonly LoadRequest[], of: readonly string[]) => {
    const underLoad = load(origin, requests, SIGN_IN_FACTOR);
    const reads = await probe(`${origin}/api/user`, of, PROBES_PER_SECOND, underLoad);
    return { load: await underLoad, reads };
  };

  const otherWork = watchOtherWork();
  const figures = {
    constant: await load(constant.origin, reads('/constant', visitor)),
    plans: await load(portal.origin, reads('/api/service-plans', visitor)),
    plansExpress: await load(express.origin, reads('/api/service-plans', visitor)),
    user: await load(portal.origin, reads('/api/user', cookies.portal)),
    userExpress: await load(express.origin, reads('/api/user', cookies.express)),
    userExpressWithoutTouch: await load(expressWithoutTouch.origin, reads('/api/user', cookies.expressWithoutTouch)),
  };
  const hashBefore = await measureHashing();
  const ours = await measureSignIns(portal.origin, signInsOf(portal.origin), cookies.portal);
  const hash = meanOf(hashBefore, await measureHashing());
  const theirs = await measureSignIns(express.origin, signInsOf(express.origin), cookies.express);
  const known = await measureSignIns(portal.origin, knownDevices, cookies.portal);
  return {
    ...figures,
    signIn: ours.load,
    signInKnownDevice: known.load,
    userDuringSignIn: ours.reads,
    hash,
    signInExpress: theirs.load,
    userExpressDuringSignIn: theirs.reads,
    otherWork: otherWork(),
  };
}

/** Measured before and after what it is compared with, so that a disturbance affects both sides. */
function meanOf(a: HashCapacity, b: HashCapacity): HashCapacity {
  return {
    singleHashMs: (a.singleHashMs + b.singleHashMs) / 2,
    checksPerSecond: (a.checksPerSecond + b.checksPerSecond) / 2,
  };
}

async function measureHashing(): Promise<HashCapacity> {
  const program = fileURLToPath(new URL('load/hash-capacity.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  return JSON.parse(stdout);
}
