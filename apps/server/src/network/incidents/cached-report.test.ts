import type { NetworkReport } from '@portal/contract/network/incidents';
import { expect, test } from 'vitest';
import { cachedReport } from './cached-report.ts';
import { networkReportOf } from './network-report.policy.ts';

const START = Date.parse('2026-07-04T12:00:00Z');
const report = (seconds: number): NetworkReport => networkReportOf([], new Date(START + seconds * 1000));
const read = (answer: string | null): NetworkReport => JSON.parse(answer ?? '');

test('the status page is rendered again at once after a change, else once a minute', async () => {
  let now = report(0);
  const { readAnswer } = cachedReport(async () => now);
  const first = await readAnswer();
  now = report(59);
  expect(await readAnswer()).toEqual(first);
  now = { ...report(59), connection: 'Partial outage' };
  expect(read(await readAnswer())).toEqual(now);
  now = { ...report(118), connection: 'Partial outage' };
  expect(read(await readAnswer()).updatedAt).toBe(report(59).updatedAt);
  now = { ...report(119), connection: 'Partial outage' };
  expect(read(await readAnswer()).updatedAt).toBe(now.updatedAt);
});
