import { readAddress } from '@portal/kernel/ip-address';
import { readMac } from '../equipment/equipment.policy.ts';

/** What staff search sessions by: each is found by an index of its own. */
export type SessionSearch =
  | { readonly by: 'address'; readonly address: string }
  | { readonly by: 'mac'; readonly mac: string }
  | { readonly by: 'login'; readonly beginning: string };

/**
 * An address is one as a whole (192.168.100.200 has twelve digits, too); twelve hexadecimal digits are a MAC
 * address, however they are separated; anything else is the beginning of a login. Null for what has nothing in it.
 */
export function readSessionSearch(typed: string): SessionSearch | null {
  const text = typed.trim();
  const address = readAddress(text);
  if (address !== null) return { by: 'address', address };
  const mac = readMac(text);
  if (mac !== null) return { by: 'mac', mac };
  return text === '' ? null : { by: 'login', beginning: text.toLowerCase() };
}

const DAY_MS = 24 * 3_600_000;
const LONGEST_MS = 31 * DAY_MS;

/**
 * Between which moments sessions ended that are asked for: the last day where nothing is said. Null where
 * it is longer than 31 days, or ends before it begins.
 */
export function endedBetween(
  asked: { readonly since?: string | undefined; readonly until?: string | undefined },
  now: Date,
): { readonly since: Date; readonly until: Date } | null {
  const until = asked.until === undefined ? now : new Date(asked.until);
  const since = asked.since === undefined ? new Date(until.getTime() - DAY_MS) : new Date(asked.since);
  const span = until.getTime() - since.getTime();
  return span < 0 || span > LONGEST_MS ? null : { since, until };
}
