import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readNoticeTexts } from './read-notice-texts.ts';

it('reads those translations of the website that notices use, and all of the mails’, and skips a language without any', () => {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  const [pages, mails] = [join(folder, 'pages'), join(folder, 'mails')];
  for (const one of [pages, mails]) mkdirSync(one);
  writeFileSync(join(pages, 'yo.json'), JSON.stringify({ 'Pay now': 'Sanwó nísinsìnyí', 'About us': 'Nípa wa' }));
  writeFileSync(join(mails, 'yo.json'), JSON.stringify({ Ticket: 'Tíkẹ́ẹ̀tì' }));
  writeFileSync(join(mails, 'ig.json'), JSON.stringify({ Ticket: 'Tiketi' }));
  expect(readNoticeTexts({ pages, mails })).toEqual({
    yo: { 'Pay now': 'Sanwó nísinsìnyí', Ticket: 'Tíkẹ́ẹ̀tì' },
    ha: {},
    ig: { Ticket: 'Tiketi' },
  });
  rmSync(folder, { recursive: true });
});

it('has the server’s own translations of mails where the portal names no others', () => {
  const { yo = {}, ha = {}, ig = {} } = readNoticeTexts({ pages: tmpdir() });
  for (const texts of [yo, ha, ig]) expect(texts['You can answer this mail.']).toBeTruthy();
});
