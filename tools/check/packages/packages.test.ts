import { describe, expect, it } from 'vitest';
import { formatViolation } from '../violation.ts';
import { findUntrusted, isAllowed } from './packages.ts';

const integrity = `sha512-${'a'.repeat(86)}==`;
const good = { version: '1.0.0', license: 'MIT', integrity };
const found = (locked: object, allowScripts = {}) =>
  findUntrusted(
    JSON.stringify({ packages: { '': {}, 'apps/web': {}, 'node_modules/@a/b': { ...good, ...locked } } }, null, 2),
    allowScripts,
  ).map(formatViolation);

describe('a package of package-lock.json', () => {
  it('with a digest and an allowed licence is accepted', () => {
    expect(found({})).toEqual([]);
  });

  it.each([
    ['without a digest', { integrity: undefined }, 'package-integrity'],
    ['with a digest that can be forged', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'package-integrity'],
    ['under a licence that nobody has allowed', { license: 'AGPL-3.0-only' }, 'package-licence'],
    ['without a licence', { license: undefined }, 'package-licence'],
    ['with an install script that nobody has read', { hasInstallScript: true }, 'package-script'],
  ])('%s is rejected at its line', (_case, locked, rule) => {
    expect(found(locked)).toEqual([expect.stringContaining(`package-lock.json:5 [${rule}] @a/b@1.0.0 `)]);
  });

  it('may have an install script that package.json has decided about', () => {
    expect(found({ hasInstallScript: true }, { '@a/b': false })).toEqual([]);
  });

  it('of development may have any licence: it is not shipped', () => {
    expect(found({ license: 'CC-BY-4.0', dev: true })).toEqual([]);
  });

  it.each([
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND ISC AND BSD-3-Clause', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-2.0-only WITH Classpath-exception-2.0', false],
    ['(MIT OR GPL-3.0-only) AND AGPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE.txt', false],
  ])('with a choice or a sum of licences is judged as one: %s', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed);
  });
});
