import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

test('an IPv4 address stands for itself, however it is written', () => {
  expect(addressKey('203.0.113.7')).toBe('203.0.113.7');
  expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

test('an IPv6 address stands for its /64, however it is shortened', () => {
  const house = addressKey('2001:db8:0:7:1:2:3:4');
  expect(house).toBe('2001:db8:0:7');
  expect(addressKey('2001:db8:0:7::9')).toBe(house);
  expect(addressKey('2001:db8::7:0:0:0:9')).toBe(house);
  expect(addressKey('::1')).toBe('0:0:0:0');
  expect(addressKey('2001:db8:0:8::9')).not.toBe(house);
});
