import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { FIXED } from './mail-design.ts';

const TOKENS = resolve(import.meta.dirname, '../../../../web/src/app/styles/tokens.css');

test('mails have the colours of the pages, in both themes', () => {
  const css = readFileSync(TOKENS, 'utf8');
  const [, light = '', dark = ''] = css.split(/^(?::root|\[data-theme="dark"\]) \{$/m);
  const coloursOf = (block: string) =>
    Object.fromEntries(
      [...block.slice(0, block.indexOf('\n}')).matchAll(/--([\w-]+): (#[0-9a-f]{6});/gi)].map(
        ([, name, colour = '']) => [name, colour.toUpperCase()],
      ),
    );
  expect(coloursOf(light)).toMatchObject(FIXED.light);
  expect({ ...coloursOf(light), ...coloursOf(dark) }).toMatchObject(FIXED.dark);
});
