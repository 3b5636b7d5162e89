import { describe, expect, it } from 'vitest';
import { checkConformance, countRows } from './conformance.ts';
import { asvsIds, numberedIds } from './security-ids.ts';

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

  it('is accepted with a check of a command in bench/, by its name', () => {
    const bench = { path: 'bench/fuzz/run.ts', text: "const check = { name: 'no answer is a 5xx', violations };" };
    const named = (words: string) => {
      const text = `| 2.1 | Answer | \`bench/fuzz/run.ts\` “${words}” |`;
      return checkConformance({ root: '/nowhere', files: [{ path: 'docs/conformance.md', text }, bench] });
    };
    expect(named('no answer is a 5xx')).toEqual([]);
    expect(named('violations')).toHaveLength(1);
  });

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

describe('a row of docs/security.md', () => {
  const ids = [...numberedIds, ...asvsIds].flatMap(([, group]) => group);
  const shown = '`e2e/pay.test.ts` “a visitor pays”';
  const page = (cells: Readonly<Record<string, string>>) => ({
    path: 'docs/security.md',
    text: ['| Id | Abuse | Shown by |', ...Object.entries(cells).map(([id, cell]) => `| ${id} | x | ${cell} |`)].join(
      '\n',
    ),
  });
  const all = Object.fromEntries(ids.map((id) => [id, shown]));
  const repository = (cells: Readonly<Record<string, string>>, tests = [test]) => ({
    root: '/nowhere',
    files: [page(cells), ...tests],
  });
  const faults = (cells: Readonly<Record<string, string>>, tests = [test]) =>
    checkConformance(repository(cells, tests)).map(({ says }) => says);

  it('is accepted with a test or with a reason, and a goal needs neither', () => {
    const reasons = {
      E1: 'Does not apply: there is no such thing',
      'ASVS 2.1.1': 'Written down: [api](api.md)',
      N1: 'Not yet: it is for later',
      G1: '`npm run crash`',
    };
    expect(faults({ ...all, ...reasons })).toEqual([]);
  });

  it.each(['', 'looked at', 'Does not apply:', 'Not yet: ', 'See Not yet: later'])(
    'is rejected with “%s” alone',
    (cell) => {
      expect(faults({ ...all, E13: cell })).toEqual([expect.stringMatching(/^E13 names no test/)]);
    },
  );

  it('is rejected when its test was removed, also beside a reason', () => {
    expect(faults({ ...all }, [])).toHaveLength(ids.length);
    const gone = '`e2e/pay.test.ts` “a visitor leaves”. Not yet: the rest';
    expect(faults({ ...all, 'Seam 3': gone })).toEqual([
      expect.stringMatching(/^Seam 3 names a test that .* does not have/),
    ]);
  });

  it('cannot be left out, whichever it is', () => {
    expect(ids.length).toBe(new Set(ids).size);
    for (const id of ids) {
      const { [id]: _left, ...others } = all;
      expect(faults(others)).toEqual([`${id} has no row: add it with a test or a reason.`]);
    }
  });

  it('is counted by what shows it, and named while something is not shown yet', () => {
    const rows = { E1: shown, E2: `${shown}. Not yet: the rest`, E3: 'Not yet: all of it', E4: 'Does not apply: no' };
    expect(countRows(repository(rows))).toEqual([
      'docs/security.md: 4 rows, 2 with a test, 1 “Does not apply:”, 0 “Written down:”, 2 “Not yet:” (E2, E3)',
    ]);
  });
});
