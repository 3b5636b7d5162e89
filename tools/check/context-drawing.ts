import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, type Repository, type Violation } from './violation.ts';

const document = 'docs/architecture.md';
const command = 'node tools/check/context-drawing.ts --write';
const BLOCK = /(<!-- contexts:[^\n]* -->\n)[\s\S]*?(<!-- end of contexts -->)/;

/** In the order in which app.ts creates them. Platform is left out: all depend on it. */
const contexts = ['identity', 'messaging', 'catalogue', 'billing', 'network', 'support', 'console'];

/** Imports of one context's sources from another's index.ts, or of its events. */
const IMPORT = /from '(?:\.\.\/)+([a-z]+)\/(index|events)\.ts'/g;

/**
 * The Mermaid drawing of which context uses which, and whose events it handles, derived from the
 * imports.
 */
export function drawContexts({ files }: Pick<Repository, 'files'>): string {
  const uses = new Set<string>();
  const listens = new Set<string>();
  for (const { path, text } of files) {
    const [, from = ''] = /^apps\/server\/src\/([a-z]+)\//.exec(path) ?? [];
    if (!contexts.includes(from) || isTest(path)) continue;
    for (const [, to = '', face] of text.matchAll(IMPORT)) {
      if (to === from || !contexts.includes(to)) continue;
      (face === 'index' ? uses : listens).add(`${from} ${to}`);
    }
  }
  const arrows = (pairs: ReadonlySet<string>, arrow: string) =>
    contexts.flatMap((from) =>
      contexts.filter((to) => pairs.has(`${from} ${to}`)).map((to) => `  ${from} ${arrow} ${to}`),
    );
  return [
    '```mermaid',
    'flowchart BT',
    ...arrows(uses, '-->'),
    ...arrows(listens, '-. handles events of .->'),
    '```',
    '',
  ].join('\n');
}

/** The drawing in docs/architecture.md matches the code. */
export function checkContextDrawing(repository: Repository): Violation[] {
  const text = repository.files.find(({ path }) => path === document)?.text ?? '';
  if (text !== '' && withDrawing(text, repository) === text && BLOCK.test(text)) return [];
  const says = `the drawing of the contexts is not that of the code: run ${command}.`;
  return [{ file: document, line: 1, rule: 'context-drawing', says }];
}

function withDrawing(text: string, repository: Pick<Repository, 'files'>): string {
  return text.replace(BLOCK, (_block, begin: string, end: string) => `${begin}${drawContexts(repository)}${end}`);
}

if (import.meta.main && process.argv.includes('--write')) {
  const { readRepository } = await import('./repository.ts');
  const root = join(import.meta.dirname, '../..');
  const path = join(root, document);
  writeFileSync(path, withDrawing(readFileSync(path, 'utf8'), readRepository(root)));
}
