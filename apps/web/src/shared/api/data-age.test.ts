import { expect, it } from 'vitest';
import { formatTimeWithSeconds } from '../format/date.ts';
import { dataAgeOf, noteDataAge, onDataAge } from './data-age.ts';

const answer = (at?: string) => new Headers(at === undefined ? {} : { 'x-data-as-of': at });

it('a list knows from when its newest answer is, until one is from the present moment', () => {
  let changes = 0;
  const stop = onDataAge(() => changes++);
  expect(dataAgeOf('/api/staff/audit')).toBeNull();
  noteDataAge('/api/staff/audit')(answer('2026-07-04T11:03:20.000Z'));
  noteDataAge('/api/staff/payments')(answer());
  expect(dataAgeOf('/api/staff/audit')).toBe('2026-07-04T11:03:20.000Z');
  noteDataAge('/api/staff/audit')(answer());
  expect(dataAgeOf('/api/staff/audit')).toBeNull();
  stop();
  noteDataAge('/api/staff/audit')(answer('2026-07-04T11:03:22.000Z'));
  expect(changes).toBe(2);
});

it('shows the time in Lagos to the second', () => {
  expect(formatTimeWithSeconds('2026-07-04T11:03:20.000Z')).toBe('12:03:20');
});
