import { describe, expect, it } from 'vitest';
import { formatViolation } from '../violation.ts';
import { checkDecisionsIndex } from './decisions-index.ts';

describe('docs/decisions/README.md lists every decision once', () => {
  const found = (index: string, decision = '# 001 Rows instead of files\n') =>
    checkDecisionsIndex({
      root: '/nowhere',
      files: [
        { path: 'docs/decisions/README.md', text: index },
        { path: 'docs/decisions/001-rows.md', text: decision },
      ],
    }).map(formatViolation);
  const line = '- [001](001-rows.md) Rows instead of files';
  const end = ' **Reversed by [002](002-files.md)**';

  it('with its reversal', () => {
    expect(found(`## Storage\n\n${line}\n`)).toEqual([]);
    expect(found(`${line}${end}\n`, `# 001 Rows\n\n${end}\n`)).toEqual([]);
  });

  it.each([
    ['a decision that no line lists', '## Storage\n', undefined, 'has 0 lines'],
    ['a decision that two lines list', `${line}\n${line}\n`, undefined, 'has 2 lines'],
    [
      'a line that hides a reversal',
      `${line}\n`,
      `# 001 Rows\n\n${end}\n`,
      'docs/decisions/README.md and the decision must both say',
    ],
  ])('%s is rejected', (_, index, decision, said) => {
    expect(found(index, decision)).toEqual([expect.stringContaining(`001-rows.md:1 [decisions-index] ${said}`)]);
  });
});
