import { expect, it } from 'vitest';
import { prefixesWith, readAddress, readIpv6Prefix } from './ip-address.ts';

it.each([
  ['100.64.10.7', '100.64.10.7'],
  [' 100.64.10.7 ', '100.64.10.7'],
  ['::ffff:100.64.10.7', '100.64.10.7'],
  ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['2001:db8:0:0:1:0:0:0', '2001:db8:0:0:1::'],
  ['2001:db8::1', '2001:db8::1'],
  ['::', '::'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
])('the address %s is %s', (written, address) => {
  expect(readAddress(written)).toBe(address);
});

it.each([
  '',
  '100.64.10',
  '100.64.10.256',
  '100.64.10.07',
  '1.2.3.4.5',
  '2001:db8',
  '2001::db8::1',
  'host',
  '1:2:3:4:5:6:7:8:9',
  '2001:db8::/32',
  '12345::',
])('"%s" is no address', (written) => {
  expect(readAddress(written)).toBeNull();
});

it('a prefix has one spelling, whatever stands behind its length', () => {
  expect(readIpv6Prefix('2001:DB8:1200:5600:0:0:0:1/56')).toBe('2001:db8:1200:5600::/56');
  expect(readIpv6Prefix('2001:db8:1200:56ff::/57')).toBe('2001:db8:1200:5680::/57');
  for (const wrong of ['2001:db8::', '2001:db8::/129', '10.0.0.0/8', '/56', ''])
    expect(readIpv6Prefix(wrong)).toBeNull();
});

it('an address lies in each prefix that begins like it, and in no other', () => {
  const prefixes = prefixesWith('2001:db8:1200:56ab::17');
  expect(prefixes).toHaveLength(113);
  for (const inside of [
    '2001:db8:1200:5600::/56',
    '2001:db8:1200:56ab::/64',
    '2001:db8:1200:56ab::17/128',
    '2001::/16',
  ])
    expect(prefixes).toContain(inside);
  expect(prefixes).not.toContain('2001:db8:1200:5700::/56');
  expect(prefixesWith('100.64.10.7')).toEqual([]);
});
