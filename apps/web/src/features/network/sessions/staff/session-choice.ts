import type { listNetworkSessions } from '@portal/contract/network/staff-sessions';
import type { z } from 'zod/mini';
import { now } from '../../../../shared/format/clock.ts';

type Query = z.input<(typeof listNetworkSessions)['query']>;

const PATH = '/admin/network/sessions';
const DAY_MS = 86_400_000;

/** How many days back the sessions that have ended are listed. */
export const endedDays = [1, 7, 31] as const;

/** Which sessions are listed; an empty text is any. `days` is about those that have ended. */
export type SessionChoice = {
  readonly state: 'online' | 'ended';
  readonly search: string;
  readonly nas: string;
  readonly area: string;
  readonly plan: string;
  readonly silent: boolean;
  readonly limited: boolean;
  readonly days: (typeof endedDays)[number];
};

/** The filter in an address's query; missing or invalid values are who is online, anywhere. */
export function choiceOf(params: URLSearchParams): SessionChoice {
  const text = (name: string, longest: number) => (params.get(name) ?? '').slice(0, longest);
  return {
    state: params.get('state') === 'ended' ? 'ended' : 'online',
    search: text('search', 253),
    nas: text('nas', 253),
    area: text('area', 100),
    plan: text('plan', 64),
    silent: params.get('silent') === 'true',
    limited: params.get('limited') === 'true',
    days: endedDays.find((days) => String(days) === params.get('days')) ?? 1,
  };
}

/** The address of a choice, as short as it can be. */
export function addressOf({ state, search, nas, area, plan, silent, limited, days }: SessionChoice): string {
  const isEnded = state === 'ended';
  const params = new URLSearchParams({
    ...(isEnded && { state }),
    ...(search && { search }),
    ...(nas && { nas }),
    ...(area && { area }),
    ...(plan && { plan }),
    ...(silent && !isEnded && { silent: 'true' }),
    ...(limited && !isEnded && { limited: 'true' }),
    ...(isEnded && days !== 1 && { days: String(days) }),
  });
  return `${params}` === '' ? PATH : `${PATH}?${params}`;
}

/** The query parameters of a choice, at this moment. */
export function queryOf({ state, search, nas, area, plan, silent, limited, days }: SessionChoice): Query {
  const given = { ...(search && { search }), ...(nas && { nas }), ...(area && { area }), ...(plan && { plan }) };
  if (state === 'online') return { ...given, ...(silent && { silent: 'true' }), ...(limited && { limited: 'true' }) };
  const until = now();
  const since = new Date(until.getTime() - days * DAY_MS).toISOString();
  return { ...given, state, since, until: until.toISOString() };
}

/** Whether it leaves any session of its state out. */
export const isNarrowed = ({ search, nas, area, plan, silent, limited }: SessionChoice): boolean =>
  Boolean(search || nas || area || plan || silent || limited);
