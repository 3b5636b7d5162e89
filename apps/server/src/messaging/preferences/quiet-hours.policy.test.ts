import { expect, it } from 'vitest';
import { isQuietAt } from './quiet-hours.policy.ts';

const inLagos = (time: string) => new Date(`2026-07-04T${time}:00+01:00`);

it.each([
  ['20:00', true],
  ['23:59', true],
  ['00:00', true],
  ['07:59', true],
  ['08:00', false],
  ['19:59', false],
])('at %s in Lagos the quiet hours from 20:00 to 08:00 apply: %s', (time, quiet) => {
  expect(isQuietAt({ fromMinute: 20 * 60, untilMinute: 8 * 60 }, inLagos(time))).toBe(quiet);
});

it('quiet hours within one day apply between their ends, and never where there are none', () => {
  const siesta = { fromMinute: 13 * 60, untilMinute: 15 * 60 };
  expect(['12:59', '13:00', '14:59', '15:00'].map((time) => isQuietAt(siesta, inLagos(time)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isQuietAt({ fromMinute: 0, untilMinute: 0 }, inLagos('00:00'))).toBe(false);
});
