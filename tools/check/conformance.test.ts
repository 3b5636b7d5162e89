import { describe, expect, it } from 'vitest';
import { checkConformance } from './conformance.ts';

const test = {
  path: 'e2e/pay.test.ts',
  text: `
    test('a visitor pays and is connected', async () => {
      // test('a visitor looks on', look);
      await expect(page.getByText('Payment Successful')).toBeVisible();
    });
    describe('a payment', () => {
      it.each([
        ['card', visa()],
      ])(
        'by %s is booked once',
        book,
      );
    });
  `,
};
const check = (...rows: string[]) => {
  const text = ['| No. | Requirement | Tests |', '|---|---|---|', ...rows].join('\n');
  return checkConformance({ root: '/nowhere', files: [{ path: 'docs/conformance.md', text }, test] });
};

describe('a requirement of docs/conformance.md', () => {
  it('is accepted with an existing test', () => {
    expect(check('| 2.1 | Pay | `e2e/pay.test.ts` “a visitor pays” |')).toEqual([]);
  });

  it.each(['a visitor pays and is connected', 'a payment', 'by %s is booked once'])(
    'is accepted with “%s”',
    (words) => {
      expect(check(`| 2.1 | Pay | \`e2e/pay.test.ts\` “${words}” |`)).toEqual([]);
    },
  );

  it.each([
    ['without a test', '| 2.1 | Pay | looked at |', 'names no test'],
    ['with a test file that is gone', '| 2.1 | Pay | `e2e/gone.test.ts` “a visitor pays” |', 'is no test file'],
    ['with a file that is no test', '| 2.1 | Pay | `docs/conformance.md` “Pay” |', 'is no test file'],
    [
      'with words that are in a test and not in a title',
      '| 2.1 | Pay | `e2e/pay.test.ts` “Payment Successful” |',
      'does not have',
    ],
    ['with a test that is commented out', '| 2.1 | Pay | `e2e/pay.test.ts` “a visitor looks on” |', 'does not have'],
    ['with a test that is gone', '| 2.1 | Pay | `e2e/pay.test.ts` “a customer pays” |', 'does not have'],
  ])('is rejected %s', (_what, row, fault) => {
    expect(check(row)).toMatchObject([{ line: 3, says: expect.stringContaining(fault) }]);
  });

  it('is rejected under a number that is already used', () => {
    const row = '| 2.1 | Pay | `e2e/pay.test.ts` “a visitor pays” |';
    expect(check(row, row)).toMatchObject([{ line: 4, says: expect.stringContaining('twice') }]);
  });
});
