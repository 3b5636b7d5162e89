import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contexts as allContexts } from './boundary-rules.ts';
import { drawTrustBoundaries } from './trust-drawing.ts';
import { isTest, type Repository, type Violation } from './violation.ts';

type Files = Pick<Repository, 'files'>;
type Drawing = { readonly document: string; readonly name: string; readonly draw: (repository: Files) => string };

const command = 'node tools/check/context-drawing.ts --write';

const contextsDrawing: Drawing = { document: 'docs/architecture.md', name: 'contexts', draw: drawContexts };
const trustDrawing: Drawing = {
  document: 'docs/threat-model.md',
  name: 'trust boundaries',
  draw: ({ files }) => drawTrustBoundaries(files),
};

/** Platform is left out: all depend on it. */
const contexts: readonly string[] = allContexts.filter((context) => context !== 'platform');

/** Imports of one context's sources from another's index.ts, or of its events. */
const IMPORT = /from '(?:\.\.\/)+([a-z]+)\/(index|events)\.ts'/g;

/**
 * The Mermaid drawing of which context uses which, and whose events it handles, derived from the
 * imports.
 */
export function drawContexts({ files }: Files): string {
  const uses = new Set<string>();
  const listens = new Set<string>();
  const begun = new Set<string>();
  for (const { path, text } of files) {
    const [, from = ''] = /^apps\/server\/src\/([a-z]+)\//.exec(path) ?? [];
    if (!contexts.includes(from) || isTest(path)) continue;
    begun.add(from);
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
    ...contexts.filter((context) => !begun.has(context)).map((context) => `  ${context}["${context} (to come)"]`),
    ...arrows(uses, '-->'),
    ...arrows(listens, '-. handles events of .->'),
    '```',
    '',
  ].join('\n');
}

/** The drawings in docs/architecture.md and docs/threat-model.md match the code. */
export function checkContextDrawing(repository: Files): Violation[] {
  return [contextsDrawing, trustDrawing].flatMap((drawing) => {
    const { document, name } = drawing;
    const text = repository.files.find(({ path }) => path === document)?.text ?? '';
    if (withDrawing(text, drawing, repository) === text && blockOf(drawing).test(text)) return [];
    const says = `the drawing of the ${name} is not that of the code: run ${command}.`;
    return [{ file: document, line: 1, rule: 'context-drawing', says }];
  });
}

function blockOf({ name }: Drawing): RegExp {
  return new RegExp(`(<!-- ${name}:[^\\n]* -->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
}

function withDrawing(text: string, drawing: Drawing, repository: Files): string {
  const drawn = drawing.draw(repository);
  return text.replace(blockOf(drawing), (_block, begin: string, end: string) => `${begin}${drawn}${end}`);
}

if (import.meta.main && process.argv.includes('--write')) {
  const { readRepository } = await import('./repository.ts');
  const root = join(import.meta.dirname, '../..');
  const repository = readRepository(root);
  for (const drawing of [contextsDrawing, trustDrawing]) {
    const path = join(root, drawing.document);
    writeFileSync(path, withDrawing(readFileSync(path, 'utf8'), drawing, repository));
  }
}
