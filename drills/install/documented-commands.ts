import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tools/run/run-step.ts';

/**
 * The shell commands of a section of a document, block by block, exactly as they stand there. Throws
 * when there are none.
 */
export function documentedCommands(document: string, heading: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const start = text.indexOf(`\n${heading}\n`);
  const level = heading.indexOf(' ');
  const rest = start === -1 ? '' : text.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${level}} `, 'm'));
  const section = end === -1 ? rest : rest.slice(0, end);
  const blocks = [...section.matchAll(/^ *```(?:sh)?\n(.*?)^ *```$/gms)].map(([, block = '']) => block);
  if (blocks.length === 0) throw new Error(`${document} has no commands under "${heading}"`);
  return blocks;
}
