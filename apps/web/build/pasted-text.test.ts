import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const sources = resolve(import.meta.dirname, '../src');

test('no field takes over pasting, so that a password manager can fill in every form', () => {
  const files = globSync('**/*.tsx', { cwd: sources });
  expect(files).toContain('shared/ui/form/password-field.tsx');
  const takesOver = /\bon(?:Paste|BeforeInput)\b|addEventListener\(\s*'(?:paste|beforeinput)'/;
  expect(files.filter((path) => takesOver.test(readFileSync(join(sources, path), 'utf8')))).toEqual([]);
});
