import { expect, test } from 'vitest';
import { marksOf } from './result-marks.ts';

const CLEAN = { mode: 'full', foreignServer: null, uploadCountedBy: 'server', busy: false, confirmed: true } as const;
const words = (change: object) => marksOf({ ...CLEAN, ...change }).map(({ text }) => text);

test('a full test on an idle device against our server has no mark, and neither has one without details', () => {
  expect(words({})).toEqual([]);
  expect(marksOf(null)).toEqual([]);
  expect(marksOf(undefined)).toEqual([]);
});

test('a stored result is marked with what makes it less exact', () => {
  expect(words({ mode: 'light' })).toEqual(['Less data']);
  expect(words({ busy: true })).toEqual(['Busy device']);
  expect(marksOf({ ...CLEAN, foreignServer: 'speed.example', uploadCountedBy: 'browser' })).toEqual([
    { text: 'Against {server}', values: { server: 'speed.example' } },
    { text: 'Upload counted in the browser' },
  ]);
});
