import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OLDEST_BROWSERS } from './oldest-browsers.ts';

test('docs/browsers.md names the oldest versions that the build is made for', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/browsers.md'), 'utf8');
  const rows = [...document.matchAll(/^\| `(\w+)` \| ([\d.]+) \|/gm)].map(([, name, version]) => [name, version]);
  expect(Object.fromEntries(rows)).toEqual(OLDEST_BROWSERS);
});
