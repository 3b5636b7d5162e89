import { expect, it } from 'vitest';
import { lagosTimeOf } from './lagos-time.ts';

it.each([
  ['2021-11-17 11:28:42.615', '2021-11-17T10:28:42.615Z'],
  ['2025-05-30 10:39:27', '2025-05-30T09:39:27.000Z'],
  ['17/11/2021 3:48:10 PM', '2021-11-17T14:48:10.000Z'],
  ['21/01/2022 12:49:28 AM', '2022-01-20T23:49:28.000Z'],
  ['2019-07-24T14:12:28.000+0000', '2019-07-24T14:12:28.000Z'],
  ['2024-05-23T16:51:05.000Z', '2024-05-23T16:51:05.000Z'],
  ['yesterday', undefined],
  ['', undefined],
])('the moment %s, as a provider writes it, is %s', (written, moment) => {
  expect(lagosTimeOf(written)?.toISOString()).toBe(moment);
});
