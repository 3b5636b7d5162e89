import type { Readable } from 'node:stream';
import { UnreadableFile } from '../../../platform/files/read-csv.ts';

/** A row of a table by column; NULL is null. */
export type DumpedRow = Readonly<Record<string, string | null>>;

/** A statement of a dump is one packet; larger ones than this are no dump. */
const LONGEST_STATEMENT = 128 * 1024 * 1024;

/** What a statement is made of up to its end: text, strings, names, comments. */
const PIECE =
  /[^'"`;/#-]+|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`[^`]*`|--[^\n]*\n|#[^\n]*\n|\/\*[\s\S]*?\*\/|\/(?=[^*])|-(?=[^-])/y;

/** The place of the semicolon that ends the first statement; -1 while there is none. */
function endOfStatement(text: string): number {
  PIECE.lastIndex = 0;
  for (;;) {
    const at = PIECE.lastIndex;
    if (!PIECE.test(text)) return text[at] === ';' ? at : -1;
  }
}

/** Each statement without the semicolon, whichever way the chunks cut it. */
async function* statementsOf(file: Readable): AsyncGenerator<string> {
  file.setEncoding('utf8');
  let text = '';
  for await (const chunk of file) {
    text += chunk;
    for (let end = endOfStatement(text); end >= 0; end = endOfStatement(text)) {
      yield text.slice(0, end);
      text = text.slice(end + 1);
    }
    if (text.length > LONGEST_STATEMENT) throw new UnreadableFile('The file is no dump of MySQL or MariaDB');
  }
}

const COMMENTS = /^(?:\s+|--[^\n]*\n|#[^\n]*\n|\/\*[\s\S]*?\*\/)+/;
const CREATE = /^create\s+table\s+(?:if\s+not\s+exists\s+)?`?(\w+)`?\s*\(/i;
const COLUMN = /^\s*`(\w+)`\s/gm;
const INSERT = /^(?:insert|replace)\s+(?:ignore\s+)?into\s+`?(\w+)`?\s*(?:\(([^)]*)\)\s*)?values\s*/i;
const VALUE = /\s*(?:'((?:[^'\\]|\\[\s\S]|'')*)'|([^\s,()']+))\s*([,)])/y;
const BETWEEN = /\s*(,?)\s*(\(?)/y;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0', Z: '\x1a' };

function unescapeText(text: string): string {
  if (!text.includes('\\') && !text.includes("''")) return text;
  return text.replace(/\\([\s\S])|''/g, (_, sign?: string) => (sign === undefined ? "'" : (ESCAPES[sign] ?? sign)));
}

/** The tuples behind VALUES, from `from` on. */
function* tuplesOf(statement: string, from: number): Generator<(string | null)[]> {
  BETWEEN.lastIndex = from;
  while (BETWEEN.exec(statement)?.[2] === '(') {
    const values: (string | null)[] = [];
    VALUE.lastIndex = BETWEEN.lastIndex;
    for (let end = ','; end === ','; ) {
      const match = VALUE.exec(statement);
      if (!match) throw new UnreadableFile('The dump has a value that cannot be read: make it with mariadb-dump');
      const [, text, word = '', sign = ''] = match;
      values.push(text === undefined ? (word.toUpperCase() === 'NULL' ? null : word) : unescapeText(text));
      end = sign;
    }
    const next = VALUE.lastIndex;
    yield values;
    BETWEEN.lastIndex = next;
  }
}

/**
 * The rows of one table of a dump by mysqldump, mariadb-dump or phpMyAdmin, in their order. The other
 * tables are skipped. Throws UnreadableFile.
 */
export async function* readMysqlDump(file: Readable, table: string): AsyncGenerator<DumpedRow> {
  let columns: readonly string[] = [];
  for await (const whole of statementsOf(file)) {
    const statement = whole.replace(COMMENTS, '');
    if (CREATE.exec(statement)?.[1] === table) columns = [...statement.matchAll(COLUMN)].map(([, name = '']) => name);
    const insert = INSERT.exec(statement);
    if (insert?.[1] !== table) continue;
    const named = insert[2]?.split(',').map((name) => name.replace(/[`\s]/g, ''));
    const names = named ?? columns;
    for (const values of tuplesOf(statement, insert[0].length)) {
      if (values.length !== names.length) throw new UnreadableFile(`The dump does not name the columns of ${table}`);
      yield Object.fromEntries(names.map((name, place) => [name, values[place] ?? null]));
    }
  }
}
