import { describe, expect, it } from 'vitest';
import { addressPrefix, subscriberAddress } from './network-address.ts';

describe('an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.77', '203.0.113'],
    ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0', '2001:db8:0:0'],
    ['2001:db8::7:0:0:0:9', '2001:db8:0:7', '2001:db8:0:7'],
    ['2001:db8:1:2::9', '2001:db8:1:2', '2001:db8:1:2'],
    ['::1', '0:0:0:0', '0:0:0:0'],
    ['fe80::', 'fe80:0:0:0', 'fe80:0:0:0'],
  ])('%s is counted as %s and stored as %s', (address, counted, prefix) => {
    expect(subscriberAddress(address)).toBe(counted);
    expect(addressPrefix(address)).toBe(prefix);
  });
});
