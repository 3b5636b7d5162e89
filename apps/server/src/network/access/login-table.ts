import { hash } from 'node:crypto';

/** Twenty bytes a login at most, outside V8's heap, where a Map takes more than a hundred in it. */
export type LoginTable = {
  /** `value` from 1 to 65,535. */
  readonly set: (login: string, value: number) => void;
  /** 0 for a login that was never set. */
  readonly get: (login: string) => number;
};

type Places = { readonly high: Uint32Array; readonly low: Uint32Array; readonly values: Uint16Array };

const FIRST_SIZE = 1024;

const allocate = (size: number): Places => ({
  high: new Uint32Array(size),
  low: new Uint32Array(size),
  values: new Uint16Array(size),
});

/** Its place, or the free one where it belongs; the number of places is a power of two. */
function placeOf({ high, low, values }: Places, [upper, lower]: readonly [number, number]): number {
  const mask = values.length - 1;
  let place = lower & mask;
  while (values[place] !== 0 && (high[place] !== upper || low[place] !== lower)) place = (place + 1) & mask;
  return place;
}

function put(places: Places, key: readonly [number, number], value: number): boolean {
  const place = placeOf(places, key);
  const isNew = places.values[place] === 0;
  [places.high[place], places.low[place]] = key;
  places.values[place] = value;
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
  const grow = (): void => {
    const { high, low, values } = places;
    places = allocate(values.length * 2);
    for (const [place, value] of values.entries())
      if (value !== 0) put(places, [high[place] ?? 0, low[place] ?? 0], value);
  };
  return {
    set: (login, value) => {
      if (put(places, keyOf(login), value)) count++;
      if (count > places.values.length / 2) grow();
    },
    get: (login) => places.values[placeOf(places, keyOf(login))] ?? 0,
  };
}
