import { hash } from 'node:crypto';

/** 22 bytes a login at most, outside V8's heap, where a Map takes more than a hundred in it. */
export type LoginTable = {
  /** `value` from 1 to 65,535. */
  readonly set: (login: string, value: number) => void;
  /** 0 for a login that was never set, or not set again before two ends of a pass. */
  readonly get: (login: string) => number;
  /** Call it when all logins that there are have been set again. */
  readonly endPass: () => void;
};

/** When a login was last set. Before the last pass: its place is taken, but it is not found. */
const BEFORE = 0;
const IN_LAST_PASS = 1;
const IN_THIS_PASS = 2;

type Places = {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly values: Uint16Array;
  readonly lastSet: Uint8Array;
};

const FIRST_SIZE = 1024;

const allocate = (size: number): Places => ({
  high: new Uint32Array(size),
  low: new Uint32Array(size),
  values: new Uint16Array(size),
  lastSet: new Uint8Array(size),
});

/** Its place, or the free one where it belongs; the number of places is a power of two. */
function placeOf({ high, low, values }: Places, [upper, lower]: readonly [number, number]): number {
  const mask = values.length - 1;
  let place = lower & mask;
  while (values[place] !== 0 && (high[place] !== upper || low[place] !== lower)) place = (place + 1) & mask;
  return place;
}

function put(places: Places, key: readonly [number, number], value: number, lastSet: number): boolean {
  const place = placeOf(places, key);
  const isNew = places.values[place] === 0;
  [places.high[place], places.low[place]] = key;
  places.values[place] = value;
  places.lastSet[place] = lastSet;
  return isNew;
}

function keyOf(login: string): readonly [number, number] {
  // A buffer for each of a million logins would lie outside V8's heap, in pieces that stay resident.
  const digest = hash('sha256', login, 'hex');
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)];
}

/**
 * Small numbers by login, for millions of logins: a hash table of 64 bits of each login's SHA-256.
 * Two of a million logins have the same 64 bits with a probability of 1 to 37 million.
 */
export function createLoginTable(): LoginTable {
  let places = allocate(FIRST_SIZE);
  let count = 0;
  /** Into a table of the right size, without the logins that are not found any more. */
  const rebuild = (): void => {
    const { high, low, values, lastSet } = places;
    const found = lastSet.reduce((sum, when) => sum + (when === BEFORE ? 0 : 1), 0);
    places = allocate(found > values.length / 4 ? values.length * 2 : values.length);
    count = found;
    for (let place = 0; place < values.length; place++) {
      const when = lastSet[place] ?? BEFORE;
      if (when !== BEFORE) put(places, [high[place] ?? 0, low[place] ?? 0], values[place] ?? 0, when);
    }
  };
  return {
    set: (login, value) => {
      if (put(places, keyOf(login), value, IN_THIS_PASS)) count++;
      if (count > places.values.length / 2) rebuild();
    },
    get: (login) => {
      const place = placeOf(places, keyOf(login));
      return places.lastSet[place] === BEFORE ? 0 : (places.values[place] ?? 0);
    },
    endPass: () => {
      const { lastSet } = places;
      for (let place = 0; place < lastSet.length; place++) {
        lastSet[place] = lastSet[place] === IN_THIS_PASS ? IN_LAST_PASS : BEFORE;
      }
    },
  };
}
