import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type SiteFile, toSiteFile } from './site-files.ts';

const TEXT = 'let a = 1;\n'.repeat(10_000);

/** In a function of its own, so that only the file can still reference its source. */
function makeFile(): { readonly file: SiteFile; readonly unpacked: WeakRef<Buffer> } {
  const plain = Buffer.from(TEXT);
  return { file: toSiteFile('text/javascript', plain), unpacked: new WeakRef(plain) };
}

test('a file of the website is held compressed only, and decompressed for clients that need it', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const { file, unpacked } = makeFile();
  await pause(0);
  collect();
  expect(unpacked.deref()).toBeUndefined();
  expect(file.plain().toString()).toBe(TEXT);
});
