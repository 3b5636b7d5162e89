import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readNoticeTexts } from './read-notice-texts.ts';

it('of the website’s translations those of notices are kept, and a language without any is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  writeFileSync(join(folder, 'yo.json'), JSON.stringify({ 'Pay now': 'Sanwó nísinsìnyí', 'About us': 'Nípa wa' }));
  expect(readNoticeTexts(folder)).toEqual({ yo: { 'Pay now': 'Sanwó nísinsìnyí' }, ha: {}, ig: {} });
  rmSync(folder, { recursive: true });
});
