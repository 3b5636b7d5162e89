import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../crash/random.ts';
import type { Person } from './people.ts';

/** Shared by all virtual users of the soak test. */
export type SoakContext = {
  readonly ports: readonly number[];
  /** The pages' Origin header. */
  readonly origin: string;
  /** Aborted when the run is over. */
  readonly end: AbortSignal;
  /** Forbidden answers, and messages that arrived incorrectly. */
  readonly defects: string[];
  /** Sends the calls, by default the global one. */
  readonly fetch?: typeof fetch;
};

export type Answer = { readonly status: number; readonly body: ReturnType<typeof JSON.parse> };

const ANSWER_MS = 20_000;
const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;

/** The delay before the next attempt: longer each time, with jitter. */
export function pauseBefore(attempt: number, chance: Chance): number {
  const most = Math.min(SHORTEST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
  return most / 2 + chance.whole(most / 2);
}

async function ask(
  context: SoakContext,
  port: number,
  { cookie }: Person,
  path: string,
  body: object | null,
): Promise<Answer> {
  const response = await (context.fetch ?? fetch)(`http://127.0.0.1:${port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      cookie,
      origin: context.origin,
      'sec-fetch-site': 'same-origin',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.any([context.end, AbortSignal.timeout(ANSWER_MS)]),
  });
  return { status: response.status, body: await response.json() };
}

/**
 * Repeats a call, each time at a random instance, until one answers something other than "later". A
 * 500 is a defect.
 */
export async function callUntilAnswered(
  context: SoakContext,
  person: Person,
  chance: Chance,
  call: { readonly path: string; readonly body?: object },
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    context.end.throwIfAborted();
    const port = chance.pick(context.ports as [number, ...number[]]);
    const answer = await ask(context, port, person, call.path, call.body ?? null).catch(() => null);
    if (answer && answer.status >= 500 && answer.status !== 503) {
      context.defects.push(`${call.path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    if (answer && answer.status < 500 && answer.status !== 429) return answer;
    await sleep(pauseBefore(attempt, chance), undefined, { signal: context.end });
  }
}
