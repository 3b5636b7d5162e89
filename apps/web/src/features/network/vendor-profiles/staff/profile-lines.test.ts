import { expect, it } from 'vitest';
import { readLines, writeLines } from './profile-lines.ts';

it('reads lines back as they are written, and keeps every sign of a value', () => {
  const lines = [
    { attribute: 'Cisco-AVPair', value: 'ip:sub-qos-policy-out=down-{downMbps}M' },
    { attribute: 'Filter-Id', value: '{policy}' },
  ];
  expect(readLines(writeLines(lines))).toEqual(lines);
});

it('reads a line without spaces, leaves out empty ones, and has no value for one without a sign of equality', () => {
  expect(readLines('\n Filter-Id={policy} \n\nFramed-Pool\n')).toEqual([
    { attribute: 'Filter-Id', value: '{policy}' },
    { attribute: 'Framed-Pool', value: '' },
  ]);
});
