import type { ImportRun } from '@portal/contract/console/imports';
import { expect, test } from 'vitest';
import { countsLabel, importState, importTitle } from './import-labels.ts';

const run = { rows: 1204, accepted: 1200, rejected: 3, repeated: 1, isDryRun: false } as ImportRun;

test('the outcome of an import is said in one line', () => {
  expect(countsLabel(run)).toBe('1,204 rows: 1,200 imported, 3 rejected, 1 imported before');
  expect(countsLabel({ ...run, rows: 1, accepted: 1, rejected: 0, repeated: 0, isDryRun: true })).toBe(
    '1 row: 1 would be imported, 0 rejected',
  );
});

test('a check that is done is not taken for an import', () => {
  expect(importState({ status: 'done', isDryRun: true })).toBe('checked');
  expect(importState({ status: 'done', isDryRun: false })).toBe('done');
  expect(importState({ status: 'failed', isDryRun: true })).toBe('failed');
  expect(importTitle({ kind: 'lines', fileName: 'old.csv' })).toBe('Lines from old.csv');
});
