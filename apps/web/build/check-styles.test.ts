import { expect, test } from 'vitest';
import { findLacking } from './check-styles.ts';

test.each([
  ['a property', 'a{anchor-name:--menu}', /^anchor-name: not in .*safari_ios 16\.4/],
  ['a keyword of a property', 'a{display:grid;position-visibility:always}', /^position-visibility: /],
  ['a function', 'a{color:light-dark(red,blue)}', /^light-dark\(\): not in chrome 111 \(since 123\)/],
  ['a selector, which would lose the whole rule', 'a:state(open){color:red}', /^:state: /],
  ['an at-rule', '@starting-style{a{opacity:0}}', /^@starting-style: not in chrome 111 \(since 117\)/],
])('%s that one of the oldest browsers lacks is refused', (_what, sheet, says) => {
  expect(findLacking(sheet)[0]).toMatch(says);
});

test('what stands in @supports is not asked for, and what all of them know passes', () => {
  const known = 'a:has(b){color:color-mix(in srgb,red,blue);height:100dvh}@container (width>1px){a{inset:0}}';
  expect(findLacking(`${known}@supports (anchor-name:--a){a{anchor-name:--a}}`)).toEqual([]);
});
