import { foldName } from '@portal/kernel/fold-name';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const LETTERS = 'aeidmuAEIDMU1@_%&,áàẹọṣńÁẸỌṢŃɓɗƙƴƁƊƘƳ';
const APOSTROPHES = "'’‘ʼʻʾʿ`´′‛ꞌ＇";
const HYPHENS_AND_SPACES = '-‐‑–—−－\u00ad \u00a0\u202f\u2009\u200b\ufeff.\t';
const SIGNS = Array.from(LETTERS + APOSTROPHES + HYPHENS_AND_SPACES);

it('the database folds a name as the program does', async () => {
  const names = fc.sample(
    fc.array(fc.constantFrom(...SIGNS), { maxLength: 12 }).map((signs) => signs.join('')),
    2000,
  );
  names.push(...SIGNS);
  const { rows } = await portal.pool.query<{ key: string }>(
    'select search_key(name) as key from unnest($1::text[]) name',
    [names],
  );
  expect(rows.map(({ key }) => key)).toEqual(names.map(foldName));
});
