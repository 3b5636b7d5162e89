import { readIpv6Prefix } from '@portal/kernel/ip-address';
import type { RadiusAttributes } from '@portal/kernel/radius-attributes';
import type { Device } from '../simultaneous-use/simultaneous-use.policy.ts';
import type { Counter } from './session-count.policy.ts';

/**
 * When it happened: `at` by the access server's clock where that can be trusted, else by ours;
 * `sentAt` by ours, as far as the delay is known. `isRight`: both clocks agree to the minute, so
 * that times of its packets can be compared with each other. `isFarOff`: the access server's clock
 * is wrong by half a day or more. `clockOffsetMs`: how far it is ahead of ours; null where it does not tell.
 */
export type EventTime = {
  readonly at: Date;
  readonly sentAt: Date;
  readonly isRight: boolean;
  readonly isFarOff: boolean;
  readonly clockOffsetMs: number | null;
};

export type SessionPacket = EventTime & {
  readonly kind: 'start' | 'interim' | 'stop';
  readonly sessionKey: string;
  readonly sessionId: string;
  /** In lower case; empty where there is none. */
  readonly username: string;
  /** The login as the access server spells it; it may know the session by that spelling only. */
  readonly writtenUsername: string;
  readonly nas: string;
  readonly framedAddress: string | null;
  readonly callingStation: string | null;
  readonly nasPort: string | null;
  /** In the one spelling of kernel's ip-address.ts: for the customer's own network, and for the line. */
  readonly delegatedPrefix: string | null;
  readonly framedPrefix: string | null;
  readonly cause: string | null;
  /** The age of the session; null without that attribute. */
  readonly seconds: number | null;
  readonly download: Counter | null;
  readonly upload: Counter | null;
};

/** All sessions of this access server have ended. The packet has no login. */
export type RestartPacket = EventTime & { readonly kind: 'restart'; readonly nas: string };

/** A packet that can never be counted. */
export type RejectedPacket = {
  readonly kind: 'rejected';
  readonly reason: 'not-json' | 'no-attributes' | 'no-status' | 'no-session' | 'impossible-counter' | 'not-storable';
  readonly nas: string;
  readonly username: string;
};

export type AccountingPacket = SessionPacket | RestartPacket | RejectedPacket;

/** Names and, where rlm_rest writes raw values, numbers of Acct-Status-Type. */
const KINDS: ReadonlyMap<string, SessionPacket['kind'] | 'restart'> = new Map([
  ['Start', 'start'],
  ['1', 'start'],
  ['Stop', 'stop'],
  ['2', 'stop'],
  ['Interim-Update', 'interim'],
  ['Alive', 'interim'],
  ['3', 'interim'],
  ['Accounting-On', 'restart'],
  ['7', 'restart'],
  ['Accounting-Off', 'restart'],
  ['8', 'restart'],
]);

const WRAP = 2 ** 32;
const MOST_SECONDS = 2 ** 32;
/** How long a packet may wait at the access server or in a buffer: hours, at most days. */
const LONGEST_DELAY_S = 35 * 86_400;
const RIGHT_MS = 60_000;
/**
 * A clock that is wrong by a time zone or two still tells the day better than the arrival of a
 * delayed packet; one that is wrong by a day does not.
 */
const BELIEVED_MS = 12 * 3_600_000;

/** The access server as its packet names it, by its address where it tells; empty where nothing does. */
function nasOf(attributes: RadiusAttributes): string {
  const names = ['NAS-IP-Address', 'NAS-IPv6-Address', 'NAS-Identifier', 'Packet-Src-IP-Address'];
  const known = names.map((name) => attributes.text(name)).find((name) => name !== null && name !== '');
  return (known ?? '').slice(0, 253);
}

function delaySeconds(attributes: RadiusAttributes): number {
  const delay = attributes.whole('Acct-Delay-Time') ?? 0;
  return delay < LONGEST_DELAY_S ? delay : 0;
}

/**
 * When it was sent, by our clock: a late packet has its delay, and a buffer when it received it.
 * FreeRADIUS' detail reader adds the age of the event to the delay of the access server, so behind
 * a buffer only the rest of it is the access server's.
 */
function whenSent(attributes: RadiusAttributes, receivedAt: Date, stamped: Date | null): Date {
  const buffered = attributes.moment('Packet-Original-Timestamp');
  const heldMs = buffered === null ? -1 : receivedAt.getTime() - buffered.getTime();
  const isBuffered = heldMs >= 0 && heldMs < LONGEST_DELAY_S * 1000;
  const delayMs = delaySeconds(attributes) * 1000;
  if (buffered === null || stamped === null || !isBuffered) return new Date(receivedAt.getTime() - delayMs);
  const addedMs = receivedAt.getTime() - stamped.getTime();
  return new Date(buffered.getTime() - Math.max(0, delayMs - addedMs));
}

/**
 * No event is in the future; one that is older than it can be is dated by our own clock (threats
 * U1, P7).
 */
function eventTime(attributes: RadiusAttributes, receivedAt: Date): EventTime {
  const stamped = attributes.moment('Tmp-Integer-0') ?? attributes.moment('Event-Timestamp');
  const sentAt = whenSent(attributes, receivedAt, stamped);
  if (stamped === null) return { at: sentAt, sentAt, isRight: false, isFarOff: false, clockOffsetMs: null };
  const behindMs = sentAt.getTime() - stamped.getTime();
  const isRight = Math.abs(behindMs) <= RIGHT_MS;
  const isBelieved = behindMs >= -RIGHT_MS && behindMs <= BELIEVED_MS && stamped <= receivedAt;
  const isFarOff = Math.abs(behindMs) > BELIEVED_MS;
  return {
    at: isBelieved ? stamped : sentAt,
    sentAt,
    isRight,
    isFarOff,
    clockOffsetMs: stamped.getTime() - sentAt.getTime(),
  };
}

/**
 * Undefined for a counter that no session can have. `Acct-*-Octets64` is "0" where there is none,
 * so only the plain counter shows whether there is one.
 */
function counterOf(attributes: RadiusAttributes, direction: 'Input' | 'Output'): Counter | null | undefined {
  const octets = attributes.whole(`Acct-${direction}-Octets`);
  const gigawords = attributes.whole(`Acct-${direction}-Gigawords`);
  if (octets === null) {
    const whole = attributes.whole(`Acct-${direction}-Octets64`) ?? 0;
    return whole === 0 ? null : { octets: whole % WRAP, gigawords: Math.floor(whole / WRAP) };
  }
  if (octets >= WRAP || (gigawords !== null && gigawords * WRAP + octets > Number.MAX_SAFE_INTEGER)) return undefined;
  return { octets, gigawords };
}

/**
 * The RADIUS server's own id contains more than identifies a session, so it may change between the
 * packets of one: it is used where the access server sends none.
 */
function sessionKeyOf(attributes: RadiusAttributes, nas: string, username: string): string | null {
  const sessionId = attributes.text('Acct-Session-Id');
  if (sessionId) return `s:${nas.slice(0, 60)}|${sessionId.slice(0, 100)}|${username.slice(0, 120)}`;
  const unique = attributes.text('Acct-Unique-Session-Id');
  return unique ? `u:${unique.slice(0, 250)}` : null;
}

/** By its name, else by its number. */
function nasPortOf(attributes: RadiusAttributes): string | null {
  const port = attributes.text('NAS-Port-Id') || attributes.text('NAS-Port');
  return port ? port.slice(0, 64) : null;
}

/** The router that a packet is about, as it names it. */
export function deviceOf(attributes: RadiusAttributes): Device {
  return {
    nas: nasOf(attributes),
    callingStation: attributes.text('Calling-Station-Id')?.slice(0, 253) ?? null,
    nasPort: nasPortOf(attributes),
  };
}

/** A line that has a single address of IPv6 has the prefix that is this address. */
function framedPrefixOf(attributes: RadiusAttributes): string | null {
  const single = attributes.text('Framed-IPv6-Address');
  const written = attributes.text('Framed-IPv6-Prefix') || (single ? `${single}/128` : '');
  return written ? readIpv6Prefix(written) : null;
}

/**
 * Reads one packet as rlm_rest posts it. Never throws: a rejected packet has a reason. Input
 * octets are the customer's upload (RFC 2866).
 */
export function readAccountingPacket(attributes: RadiusAttributes | null, receivedAt: Date): AccountingPacket {
  if (attributes === null) return { kind: 'rejected', reason: 'no-attributes', nas: '', username: '' };
  const device = deviceOf(attributes);
  const { nas } = device;
  const writtenUsername = (attributes.text('User-Name') ?? '').slice(0, 253);
  const username = writtenUsername.trim().toLowerCase().slice(0, 253);
  const rejected = (reason: RejectedPacket['reason']): RejectedPacket => ({ kind: 'rejected', reason, nas, username });
  const kind = KINDS.get(attributes.text('Acct-Status-Type') ?? '');
  if (kind === undefined) return rejected('no-status');
  const time = eventTime(attributes, receivedAt);
  if (kind === 'restart') return nas === '' ? rejected('no-session') : { kind, nas, ...time };
  const sessionKey = sessionKeyOf(attributes, nas, username);
  if (sessionKey === null) return rejected('no-session');
  const [download, upload] = [counterOf(attributes, 'Output'), counterOf(attributes, 'Input')];
  if (download === undefined || upload === undefined) return rejected('impossible-counter');
  const seconds = attributes.whole('Acct-Session-Time');
  return {
    kind,
    sessionKey,
    username,
    writtenUsername,
    ...device,
    ...time,
    download,
    upload,
    sessionId: (attributes.text('Acct-Session-Id') ?? '').slice(0, 253),
    framedAddress: attributes.text('Framed-IP-Address')?.slice(0, 45) ?? null,
    delegatedPrefix: readIpv6Prefix(attributes.text('Delegated-IPv6-Prefix') ?? ''),
    framedPrefix: framedPrefixOf(attributes),
    cause: attributes.text('Acct-Terminate-Cause')?.slice(0, 40) ?? null,
    seconds: seconds !== null && seconds < MOST_SECONDS ? seconds : null,
  };
}
