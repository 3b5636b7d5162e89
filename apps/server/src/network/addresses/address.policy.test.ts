import { type IpNetwork, readNetwork, writeNetwork } from '@portal/kernel/ip-network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capacityOf, faultOf, nextFree } from './address.policy.ts';

const read = (text: string): IpNetwork => {
  const network = readNetwork(text);
  if (!network) throw new Error(text);
  return network;
};
const pool = (text: string, prefixLength: number | null = null) => ({ network: read(text), prefixLength });
const next = (space: ReturnType<typeof pool>, ...taken: string[]) => {
  const free = nextFree(space, taken.map(read));
  return free && writeNetwork(free);
};

describe('a pool', () => {
  it('has an address for each line, without the network’s own and its broadcast address', () => {
    expect(['10.0.0.0/24', '10.0.0.0/30', '10.0.0.0/31', '10.0.0.7/32'].map((text) => capacityOf(pool(text)))).toEqual([
      254, 2, 2, 1,
    ]);
    expect(capacityOf(pool('2001:db8::/40', 56))).toBe(65_536);
  });

  it('gives the first that nobody has', () => {
    expect(next(pool('10.0.0.0/29'))).toBe('10.0.0.1');
    expect(next(pool('10.0.0.0/29'), '10.0.0.1', '10.0.0.2', '10.0.0.4')).toBe('10.0.0.3');
    expect(next(pool('10.0.0.0/30'), '10.0.0.1', '10.0.0.2')).toBeNull();
    expect(next(pool('10.0.0.0/31'), '10.0.0.0')).toBe('10.0.0.1');
    expect(next(pool('2001:db8::/40', 56), '2001:db8::/56')).toBe('2001:db8:0:100::/56');
  });

  it('goes around what was given when its network was another one', () => {
    expect(next(pool('2001:db8::/40', 56), '2001:db8::/48')).toBe('2001:db8:1::/56');
    expect(next(pool('2001:db8::/40', 48), '2001:db8::/56')).toBe('2001:db8:1::/48');
  });

  it.each([
    ['10.0.1.1', 'line-address.outside-pools'],
    ['2001:db8::', 'line-address.outside-pools'],
    ['10.0.0.0', 'line-address.not-usable'],
    ['10.0.0.255', 'line-address.not-usable'],
    ['10.0.0.0/25', 'line-address.wrong-length'],
    ['10.0.0.254', null],
  ])('answers of %s: %s', (address, fault) => expect(faultOf(pool('10.0.0.0/24'), read(address))).toBe(fault));

  it('gives each line a prefix of its own length only', () => {
    expect(
      ['2001:db8:0:100::/56', '2001:db8:0:100::/64', '2001:db8::/32'].map((text) =>
        faultOf(pool('2001:db8::/40', 56), read(text)),
      ),
    ).toEqual([null, 'line-address.wrong-length', 'line-address.wrong-length']);
  });

  it('gives every address once, whatever order they come back in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 26, max: 32 }),
        fc.array(fc.nat({ max: 70 }), { maxLength: 40 }),
        (length, given) => {
          const space = { network: { family: 4, first: 0x0a000000n, length } as IpNetwork, prefixLength: null };
          const held = new Set<bigint>();
          for (const back of given) {
            const free = nextFree(
              space,
              [...held].toSorted((a, b) => Number(a - b)).map((first) => ({ family: 4, first, length: 32 })),
            );
            expect(free === null).toBe(held.size === capacityOf(space));
            if (free) {
              expect(held.has(free.first)).toBe(false);
              expect(faultOf(space, free)).toBeNull();
              held.add(free.first);
            }
            if (back % 3 === 0) held.delete([...held][back % Math.max(1, held.size)] ?? -1n);
          }
        },
      ),
    );
  });
});
