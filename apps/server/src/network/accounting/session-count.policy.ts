import { readDayPart } from '../usage/free-hours.policy.ts';

/** Bytes to and from the customer, in this order. */
export type Pair = readonly [download: number, upload: number];

/**
 * One direction of a packet: a counter of 32 bits, and the number of its overflows where the access
 * server sends it (Acct-*-Gigawords).
 */
export type Counter = { readonly octets: number; readonly gigawords: number | null };

/**
 * The counters of one packet. `day` in Lagos, or a part of one (free-hours.policy.ts); `seconds` is the age of the session
 * (Acct-Session-Time), null without it.
 */
export type Reading = {
  readonly day: string;
  readonly seconds: number | null;
  readonly download: Counter | null;
  readonly upload: Counter | null;
};

type Mark = readonly [day: string, download: number, upload: number];
type Point = readonly [seconds: number, day: string, download: number, upload: number];
type Base = { readonly seconds: number; readonly octets: Pair; readonly wraps: Pair };

/**
 * The stored state of a session's counters. `marks` are the highest totals seen on each day,
 * `floor` those of the days before. Access servers that never send gigawords are followed by the
 * last readings in the order of the session's age: where octets fall from one to the next they have
 * overflowed.
 */
export type Counted = {
  readonly marks: readonly Mark[];
  readonly floor: Pair;
  readonly hasGigawords: boolean;
  readonly points: readonly Point[];
  readonly base: Base | null;
};

export const NOTHING_COUNTED: Counted = { marks: [], floor: [0, 0], hasGigawords: false, points: [], base: null };

/**
 * How a packet changes a customer's usage, by day; what a late packet moves to an earlier day is
 * subtracted from the later one.
 */
export type Growth = ReadonlyMap<string, Pair>;

const WRAP = 2 ** 32;
const MOST_POINTS = 24;
const MOST_DAYS = 8;

const plus = (a: Pair, b: Pair): Pair => [a[0] + b[0], a[1] + b[1]];
const minus = (a: Pair, b: Pair): Pair => [a[0] - b[0], a[1] - b[1]];
const larger = (a: Pair, b: Pair): Pair => [Math.max(a[0], b[0]), Math.max(a[1], b[1])];

/**
 * The usage of each day: totals only grow, so a day has the difference of its highest total and the
 * highest before it.
 */
function daysOf({ marks, floor }: Pick<Counted, 'marks' | 'floor'>): Map<string, Pair> {
  const days = new Map<string, Pair>();
  let before = floor;
  for (const [day, download, upload] of marks) {
    const reached = larger(before, [download, upload]);
    days.set(day, minus(reached, before));
    before = reached;
  }
  return days;
}

/** All that the session has used so far. */
export function totalOf({ marks, floor }: Pick<Counted, 'marks' | 'floor'>): Pair {
  return marks.reduce<Pair>((total, [, download, upload]) => larger(total, [download, upload]), floor);
}

/** Days before the oldest stored one are not distinguished any more. */
function raiseMark(counted: Counted, day: string, total: Pair): Counted {
  const [oldest] = counted.marks;
  const isBefore =
    oldest !== undefined && day < oldest[0] && totalOf({ marks: [], floor: counted.floor }).some(Boolean);
  const at = isBefore ? oldest[0] : day;
  const known = counted.marks.find((mark) => mark[0] === at);
  const [download, upload] = known ? larger([known[1], known[2]], total) : total;
  const marks: Mark[] = [...counted.marks.filter((mark) => mark[0] !== at), [at, download, upload]];
  return { ...counted, marks: marks.toSorted((a, b) => (a[0] < b[0] ? -1 : 1)) };
}

function exactTotal({ octets, gigawords }: Counter): number {
  return (gigawords ?? 0) * WRAP + octets;
}

type Followed = { readonly day: string; readonly total: Pair; readonly octets: Pair; readonly wraps: Pair };

/**
 * The totals along the points. Where octets fall they have overflowed once more, unless the line
 * could not have carried that much in the time between: then the counter is wrong, and the higher
 * one stands.
 */
function followPoints({ points, base }: Counted, mostBytesPerSecond: number): Followed[] {
  let octets: Pair = base?.octets ?? [0, 0];
  let wraps: Pair = base?.wraps ?? [0, 0];
  let age = base?.seconds ?? 0;
  return points.map(([seconds, day, ...next]) => {
    const step = (last: number, now: number): readonly [octets: number, wraps: number] => {
      if (now >= last) return [now, 0];
      return WRAP - last + now <= mostBytesPerSecond * (seconds - age) ? [now, 1] : [last, 0];
    };
    const [download, upload] = [step(octets[0], next[0]), step(octets[1], next[1])];
    octets = [download[0], upload[0]];
    wraps = plus(wraps, [download[1], upload[1]]);
    age = seconds;
    return { day, octets, wraps, total: plus([wraps[0] * WRAP, wraps[1] * WRAP], octets) };
  });
}

/** A reading older than all stored ones adds nothing. */
function addPoint(counted: Counted, point: Point, mostBytesPerSecond: number): Counted {
  if (counted.base !== null && point[0] <= counted.base.seconds) return counted;
  const order = (a: Point, b: Point) => a[0] - b[0] || a[2] - b[2] || a[3] - b[3];
  const isKnown = counted.points.some((known) => order(known, point) === 0);
  const points = isKnown ? counted.points : [...counted.points, point].toSorted(order);
  let next: Counted = { ...counted, points };
  const followed = followPoints(next, mostBytesPerSecond);
  for (const { day, total } of followed) next = raiseMark(next, day, total);
  const [oldest] = points;
  if (points.length <= MOST_POINTS || !oldest || !followed[0]) return next;
  const base = { seconds: oldest[0], octets: followed[0].octets, wraps: followed[0].wraps };
  return { ...next, points: points.slice(1), base };
}

/** Days for which late packets are no longer expected become the floor. */
function forgetOldDays(counted: Counted, keep: number): Counted {
  if (counted.marks.length <= keep) return counted;
  const days = new Set(counted.marks.map(([part]) => readDayPart(part).day));
  const kept = new Set([...days].slice(Math.max(0, days.size - keep)));
  const isKept = ([part]: Mark) => kept.has(readDayPart(part).day);
  const excess = counted.marks.filter((mark) => !isKept(mark));
  if (excess.length === 0) return counted;
  return { ...counted, marks: counted.marks.filter(isKept), floor: totalOf({ ...counted, marks: excess }) };
}

/**
 * Counts one reading of a session. Readings may come in any order and any number of times: totals
 * never fall, and each day has what lies between the last reading before it and its own last one,
 * whichever arrived first. `mostBytesPerSecond` is the most the line can carry in one direction.
 * (RFC 2866; threats U1.)
 */
export function countReading(
  counted: Counted,
  reading: Reading,
  mostBytesPerSecond: number,
): { readonly counted: Counted; readonly growth: Growth } {
  const { day, seconds, download, upload } = reading;
  if (download === null && upload === null) return { counted, growth: new Map() };
  const hasGigawords = counted.hasGigawords || download?.gigawords != null || upload?.gigawords != null;
  const known = { ...counted, hasGigawords };
  const canFollow = !hasGigawords && seconds !== null && download !== null && upload !== null;
  const next = canFollow
    ? addPoint(known, [seconds, day, download.octets, upload.octets], mostBytesPerSecond)
    : raiseMark(known, day, [download ? exactTotal(download) : 0, upload ? exactTotal(upload) : 0]);
  const before = daysOf(counted);
  const growth = new Map<string, Pair>();
  for (const [at, used] of daysOf(next)) {
    const more = minus(used, before.get(at) ?? [0, 0]);
    if (more[0] !== 0 || more[1] !== 0) growth.set(at, more);
  }
  return { counted: forgetOldDays(next, MOST_DAYS), growth };
}

/**
 * Clears the days: usage from before the login was assigned belongs to no customer, and no late
 * packet moves it to a customer's day.
 */
export function closeLedger(counted: Counted): Counted {
  return forgetOldDays(counted, 0);
}
