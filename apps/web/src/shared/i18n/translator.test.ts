import { expect, test } from 'vitest';
import hausa from './ha.json' with { type: 'json' };
import igbo from './ig.json' with { type: 'json' };
import sent from './sent-by-server.json' with { type: 'json' };
import { translator } from './translator.ts';
import yoruba from './yo.json' with { type: 'json' };

test('a text without a translation is shown in English, with its values', () => {
  const t = translator({ Plans: 'Tsare-tsare' });
  expect(t('Plans')).toBe('Tsare-tsare');
  expect(t('{count} of {total}', { count: 2, total: '5' })).toBe('2 of 5');
  expect(t('Hello {name}', {})).toBe('Hello {name}');
});

test('a message of the server with values in it is recognised by its pattern, and its values stay', () => {
  const shapes = {
    'Use at most {count} characters': 'Lo lẹ́tà {count} ó pọ̀ jù',
    '{plan}, one month': '{plan}, oṣù kan',
    'Receipt {number}.': 'Rìsíìtì {number}.',
  };
  const t = translator(shapes, Object.keys(shapes));
  expect(t('Use at most 100 characters')).toBe('Lo lẹ́tà 100 ó pọ̀ jù');
  expect(t('Home (Lite), 10+ Mbps, one month')).toBe('Home (Lite), 10+ Mbps, oṣù kan');
  expect(t('Receipt R-2025.07.')).toBe('Rìsíìtì R-2025.07.');
  expect(t('Use at most 100 characters, please')).toBe('Use at most 100 characters, please');
  expect(t(', one month')).toBe(', one month');
});

test('the most specific pattern wins, and one with hardly any words of its own matches nothing', () => {
  const shapes = {
    '{plan}, {rest}': 'wrong',
    'Pay {what}': 'San {what}',
    'Payment of {what}': 'Owó {what}',
    'Payment of {what} to {whom}': 'Owó {what} fún {whom}',
  };
  const t = translator(shapes, Object.keys(shapes));
  expect(t('Payment of ₦5 to Ada')).toBe('Owó ₦5 fún Ada');
  expect(t('Pay ₦5, then wait')).toBe('Pay ₦5, then wait');
});

test.each([
  ['Yorùbá', yoruba],
  ['Hausa', hausa],
  ['Igbo', igbo],
])('text by staff is not changed where %s has no translation; what the server fills in is translated', (_, words) => {
  const t = translator(words, sent);
  for (const english of [
    '4K everywhere, from day one',
    'About our own films',
    'Nothing left',
    '40 films a month',
    'Router to install',
  ])
    expect(t(english)).toBe(english);
  expect(t('Use at most 100 characters')).toBe(
    words['Use at most {maxLength} characters'].replace('{maxLength}', '100'),
  );
  expect(t('40 GB a month')).toBe(words['{gigabytes} GB a month'].replace('{gigabytes}', '40'));
  expect(t('Home 20 Mbps, one month')).toBe(words['{planName}, one month'].replace('{planName}', 'Home 20 Mbps'));
});
