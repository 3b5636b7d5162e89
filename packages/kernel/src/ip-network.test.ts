import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, readNetwork, writeNetwork } from './ip-network.ts';

const written = (text: string) => {
  const network = readNetwork(text);
  return network && writeNetwork(network);
};

describe('a network', () => {
  it('is read and written as operators write it', () => {
    expect(
      ['102.89.4.0/24', '102.89.4.7', '2001:DB8:0:0::/32', ' 2001:db8:0:0100::/56 ', '::/0', '::1'].map(written),
    ).toEqual(['102.89.4.0/24', '102.89.4.7', '2001:db8::/32', '2001:db8:0:100::/56', '::/0', '::1']);
  });

  it.each([
    '',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '10.0.0.1/24',
    '10.0.0.0/33',
    '1::2::3',
    '1:2:3:4:5:6:7',
    'g::',
    '::/129',
    '10.0.0.0/8/8',
  ])('is not "%s"', (text) => expect(readNetwork(text)).toBeNull());

  it('comes back from its own writing, in the shortest form that an address has', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), fc.nat({ max: 0xff }), (value, mask) => {
        const zeroed = Array.from({ length: 8 }, (_, index) => BigInt(mask >> index) & 1n).reduce(
          (kept, bit, index) => (bit === 1n ? kept & ~(0xffffn << BigInt(index * 16)) : kept),
          value,
        );
        const text = writeNetwork({ family: 6, first: zeroed, length: 128 });
        expect(isIPv6(text)).toBe(true);
        expect(`[${text}]`).toBe(new URL(`http://[${text}]`).hostname);
        expect(readNetwork(text)?.first).toBe(zeroed);
      }),
    );
  });

  it('contains what lies in it whole', () => {
    const [pool, inside, beside, larger, other] = ['10.1.0.0/16', '10.1.2.0/24', '10.2.0.1', '10.0.0.0/8', '::/0'].map(
      readNetwork,
    );
    if (!pool || !inside || !beside || !larger || !other) throw new Error('not read');
    expect([inside, beside, larger, other].map((each) => contains(pool, each))).toEqual([true, false, false, false]);
  });
});
