import { expect, it } from 'vitest';
import { continuingSegments, isContinuedBy, readHistory, segmentsBetween } from './wal-segments.policy.ts';

const MB = 1024 * 1024;
const segmentBytes = 16 * MB;

const segment = (timeline: number, number: number) =>
  [timeline, 0, number].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');

it('a base backup needs the segments from its start to its end, over the change of a log file', () => {
  expect(segmentsBetween({ timeline: 1, startWal: '0/2000028', endWal: '0/2000158' }, segmentBytes)).toEqual([
    '000000010000000000000002',
  ]);
  expect(segmentsBetween({ timeline: 10, startWal: '1/FE000000', endWal: '2/1000000' }, segmentBytes)).toEqual([
    '0000000A00000001000000FE',
    '0000000A00000001000000FF',
    '0000000A0000000200000000',
  ]);
  expect(segmentsBetween({ timeline: 1, startWal: '0/40000000', endWal: '0/40000001' }, 1024 * MB)).toEqual([
    '000000010000000000000001',
  ]);
});

const backup = { timeline: 1, endWal: '0/2000158' };

it('the log is followed up to its first gap, which is named', () => {
  const archived = [1, 2, 3, 4, 6].map((number) => segment(1, number));
  expect(continuingSegments(archived, backup.endWal, { timeline: 1, history: [], segmentBytes })).toEqual({
    segments: [2, 3, 4].map((number) => segment(1, number)),
    missing: segment(1, 5),
  });
  expect(continuingSegments([], backup.endWal, { timeline: 1, history: [], segmentBytes })).toEqual({
    segments: [],
    missing: null,
  });
});

it('the log of an earlier restore is followed where it branched off, and no further on the old one', () => {
  const history = readHistory('1\t0/4000148\tbefore 2026-11-25 13:56:23+00\n');
  const archived = [segment(1, 2), segment(1, 3), segment(1, 4), segment(1, 5), segment(2, 4), segment(2, 5)];
  expect(continuingSegments(archived, backup.endWal, { timeline: 2, history, segmentBytes })).toEqual({
    segments: [segment(1, 2), segment(1, 3), segment(1, 4), segment(2, 4), segment(2, 5)],
    missing: null,
  });
});

it('a backup from after the branch is not continued by it, as where a copy ran beside the installation', () => {
  expect(isContinuedBy(backup, readHistory('1\t0/1000148\tno recovery target specified\n'))).toBe(false);
  expect(isContinuedBy(backup, readHistory('1\t0/4000148\tno recovery target specified\n'))).toBe(true);
  expect(isContinuedBy({ ...backup, timeline: 3 }, readHistory('1\t0/4000148\tx\n'))).toBe(false);
});
