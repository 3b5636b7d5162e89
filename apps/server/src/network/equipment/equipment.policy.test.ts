import { describe, expect, it } from 'vitest';
import { readMac, readSerial } from './equipment.policy.ts';

describe('a serial number', () => {
  it.each([
    ['HWTC1A2B3C4D', 'HWTC1A2B3C4D'],
    ['hwtc-1a2b 3c4d', 'HWTC1A2B3C4D'],
    ['485754431A2B3C4D', 'HWTC1A2B3C4D'],
    ['48:57:54:43:1a:2b:3c:4d', 'HWTC1A2B3C4D'],
    ['2150083878ABCDEF', '2150083878ABCDEF'],
    ['abc', null],
    ['HWTC/1', null],
    ['Ọkafor1234', null],
  ])('%s is %s', (written, serial) => {
    expect(readSerial(written)).toBe(serial);
  });
});

it.each([
  ['AA:BB:CC:00:11:22', 'aabbcc001122'],
  ['aabb.cc00.1122', 'aabbcc001122'],
  ['aabbcc00112', null],
])('the MAC address %s is %s', (written, mac) => {
  expect(readMac(written)).toBe(mac);
});
