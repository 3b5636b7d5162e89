import { expect, test } from 'vitest';
import { translator } from './translate.ts';

test('what a language lacks is shown in English, with its values', () => {
  const t = translator({ Plans: 'Tsare-tsare' });
  expect(t('Plans')).toBe('Tsare-tsare');
  expect(t('{count} of {total}', { count: 2, total: '5' })).toBe('2 of 5');
  expect(t('Hello {name}', {})).toBe('Hello {name}');
});

test('a sentence of the server with values in it is known by its shape, and its values are kept', () => {
  const t = translator({
    'Use at most {count} characters': 'Lo lẹ́tà {count} ó pọ̀ jù',
    '{plan}, one month': '{plan}, oṣù kan',
    'Receipt {number}.': 'Rìsíìtì {number}.',
  });
  expect(t('Use at most 100 characters')).toBe('Lo lẹ́tà 100 ó pọ̀ jù');
  expect(t('Home (Lite), 10+ Mbps, one month')).toBe('Home (Lite), 10+ Mbps, oṣù kan');
  expect(t('Receipt R-2025.07.')).toBe('Rìsíìtì R-2025.07.');
  expect(t('Use at most 100 characters, please')).toBe('Use at most 100 characters, please');
  expect(t(', one month')).toBe(', one month');
});

test('the most telling shape wins, and one of hardly any words of its own claims nothing', () => {
  const t = translator({
    '{plan}, {rest}': 'wrong',
    'Pay {what}': 'San {what}',
    'Payment of {what}': 'Owó {what}',
    'Payment of {what} to {whom}': 'Owó {what} fún {whom}',
  });
  expect(t('Payment of ₦5 to Ada')).toBe('Owó ₦5 fún Ada');
  expect(t('Pay ₦5, then wait')).toBe('Pay ₦5, then wait');
});
