import { existsSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { lineAt, type Repository, type RepositoryFile, type Violation } from './violation.ts';

const link = /\]\(\s*<?([^)\s>]+)|^\s*\[[^\]]+\]:\s*(\S+)|(?:src|href)="([^"]+)"/gm;

/**
 * Every link of every Markdown file inside the repository points to an existing file, and to a
 * heading when it names one.
 */
export function checkLinks({ root, files }: Repository): Violation[] {
  const documents = files.filter((file) => file.path.endsWith('.md'));
  return documents.flatMap((document) => {
    const text = blankCode(document.text);
    return [...text.matchAll(link)].flatMap((match) => {
      const target = match[1] ?? match[2] ?? match[3] ?? '';
      const fault = faultOf(root, files, document, target);
      if (fault === null) return [];
      const line = lineAt(text, match.index + match[0].indexOf(target));
      return [{ file: document.path, line, rule: 'link-leads-somewhere', says: `"${target}" ${fault}` }];
    });
  });
}

function faultOf(root: string, files: readonly RepositoryFile[], from: RepositoryFile, target: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return null;
  const [path = '', anchor] = decodeURIComponent(target).split('#');
  const reached = path === '' ? from.path : posix.join(dirname(from.path), path);
  const there = join(root, reached);
  if (reached.startsWith('..') || !existsSync(there)) return 'is not a file of this repository: mend the path.';
  if (anchor === undefined || statSync(there).isDirectory() || !reached.endsWith('.md')) return null;
  const text = files.find((file) => file.path === reached)?.text ?? '';
  return headings(text).includes(anchor) ? null : 'names a heading that is not there: mend the part after #.';
}

/** The anchors GitHub makes from headings. */
function headings(text: string): string[] {
  return [...blankFences(text).matchAll(/^#{1,6}\s+(.+)$/gm)].map(([, title = '']) =>
    title
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

/** Code is an example, not a link; its lines stay so that line numbers are right. */
function blankCode(text: string): string {
  return blankFences(text).replace(/`[^`\n]+`/g, (code) => ' '.repeat(code.length));
}

function blankFences(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));
}
