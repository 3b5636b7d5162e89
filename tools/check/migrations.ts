import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { lineAt, type Repository, type RepositoryFile, type Violation } from './violation.ts';

const MIGRATION = /^apps\/server\/src\/platform\/database\/migrations\/(\d{4})_\w+\.sql$/;
/** The earlier ones precede the first release: no other version ever ran beside them. */
const FIRST_CHECKED = 8;
const SQUAWK = join(import.meta.dirname, '../../node_modules/.bin/squawk');

/**
 * Rules of squawk (https://squawkhq.com/docs/rules) that are ours. Its others are about style, or
 * are the migrator's work.
 */
const SQUAWK_RULES = new Set([
  'adding-field-with-default',
  'adding-foreign-key-constraint',
  'adding-not-nullable-field',
  'adding-required-field',
  'adding-serial-primary-key-field',
  'ban-alter-domain-with-add-constraint',
  'ban-concurrent-index-creation-in-transaction',
  'ban-create-domain-with-constraint',
  'ban-drop-column',
  'ban-drop-database',
  'ban-drop-table',
  'ban-truncate-cascade',
  'ban-uncommitted-transaction',
  'changing-column-type',
  'constraint-missing-not-valid',
  'disallowed-unique-constraint',
  'renaming-column',
  'renaming-table',
  'require-concurrent-index-creation',
  'require-concurrent-index-deletion',
  'require-concurrent-reindex',
  'syntax-error',
  'transaction-nesting',
]);

const CONTRACTS = /^-- contracts: (.*)$/m;
const WIDENS = /^-- widens: (.*)$/m;
const DECIMAL = /\bnumeric\((\d+), ?(\d+)\)/gi;
const READS_NULL = /^-- reads null: \S+: \S+/;
const CONCURRENTLY = /\bconcurrently\b/i;
const DROPS = new Set(['ban-drop-column', 'ban-drop-table']);

/** What squawk lets pass, by the start of a statement or of a part of ALTER TABLE. */
const REFUSED: readonly {
  readonly words: RegExp;
  readonly says: string;
  readonly inContract?: true;
  readonly inReadsNull?: true;
}[] = [
  {
    words: /\bdrop\s+(?:constraint(?!\s+"?\w+_fk\b)|default|type|view|function|trigger|sequence|schema|extension)\b/gi,
    says: 'drops what the previous release may use: drop it in a later migration that begins with "-- contracts: RELEASE".',
    inContract: true,
  },
  {
    words: /\bdrop\s+not\s+null\b/gi,
    says: 'lets in rows without a value that the previous release may not be able to read: say in a first line "-- reads null: COLUMN: …" what it makes of them.',
    inReadsNull: true,
  },
  {
    words:
      /\brename\s+(?:constraint|value|attribute)\b|\bset\s+schema\b|\balter\s+(?!table|index)\w+\s+\S+\s+rename\b/gi,
    says: 'renames what the previous release may use: add the new one, and drop the old one a release later.',
  },
  {
    words: /^\s*(?:lock|cluster|truncate|vacuum|refresh)\b|\bset\s+(?:un)?logged\b/gim,
    says: 'locks a whole table for as long as it takes: no migration may do that while customers use it.',
  },
  {
    words: /^\s*(?:update|delete|merge)\b/gim,
    says: 'changes rows, which stay locked until the migration ends: let a job change them in batches.',
  },
  { words: /^\s*do\b/gim, says: 'hides its statements from these rules: write them out.' },
  { words: /squawk-ignore/g, says: 'switches a rule off: there are no exceptions in a file.' },
];

/**
 * Migrations since the first release must work for the release before while they run and
 * afterwards (docs/upgrades.md): they add, and lock no table for longer than a moment. One that
 * drops names in its first line the release in which the last use went away.
 */
export function checkMigrations(repository: Repository): Violation[] {
  const releases = releasesOf(repository);
  return repository.files
    .filter(({ path }) => Number(MIGRATION.exec(path)?.[1] ?? 0) >= FIRST_CHECKED)
    .flatMap((file) => {
      const contracts = CONTRACTS.exec(file.text)?.[1];
      const isContract = contracts !== undefined;
      const found = [...runSquawk(file, isContract), ...findRefused(file, isContract), ...checkConcurrent(file)];
      if (isContract && !(file.text.startsWith('-- contracts: ') && releases.has(contracts)))
        found.push(
          violation(file, 1, `names "${contracts}", which is no release of CHANGELOG.md, or not in its first line.`),
        );
      return found;
    });
}

/** The headings of the change log: "## 1.4.0" or "## 1.4.0 (12 January 2027)". */
function releasesOf({ files }: Repository): ReadonlySet<string> {
  const log = files.find(({ path }) => path === 'CHANGELOG.md')?.text ?? '';
  return new Set([...log.matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, release = '']) => release));
}

/**
 * Whether every type that a migration changes is a decimal that gets more digits before the point than
 * those its first line names, and keeps those after it: PostgreSQL then changes its catalogue alone
 * (migrations.test.ts looks), and the previous release reads and writes such a column as before.
 */
function onlyWidens({ text }: RepositoryFile): boolean {
  const named = [...(WIDENS.exec(text)?.[1] ?? '').matchAll(DECIMAL)].map(sizeOf);
  const changed = [...withoutComments(text).matchAll(/\b(?:set data )?type (\w[\w ]*(?:\([^)]*\))?)/gi)].map(
    ([, type = '']) => [...type.matchAll(DECIMAL)].map(sizeOf),
  );
  return (
    named.length > 0 &&
    changed.every(([to]) => to && named.every((from) => to.decimals === from.decimals && to.digits > from.digits))
  );
}

const sizeOf = ([, digits, decimals]: RegExpExecArray) => ({ digits: Number(digits), decimals: Number(decimals) });

type Finding = {
  readonly line: number;
  readonly rule_name: string;
  readonly message: string;
  readonly help: string | null;
};

/** Squawk's parser does not know operator classes in EXCLUDE, where they stand between a column and WITH. */
const readable = (text: string) => text.replace(/\binet_ops(?=\s+WITH\b)/gi, (name) => ' '.repeat(name.length));

function runSquawk(file: RepositoryFile, isContract: boolean): Violation[] {
  const transaction = CONCURRENTLY.test(file.text) ? '--no-assume-in-transaction' : '--assume-in-transaction';
  const args = ['--reporter=json', transaction, `--stdin-filepath=${file.path}`, '--pg-version=15.0'];
  const { stdout, stderr, error } = spawnSync(SQUAWK, args, { input: readable(file.text), encoding: 'utf8' });
  if (error || !stdout.trim()) throw new Error(`squawk did not run: ${error?.message ?? stderr}`);
  return (JSON.parse(stdout) as Finding[])
    .filter(({ rule_name }) => SQUAWK_RULES.has(rule_name) && !(isContract && DROPS.has(rule_name)))
    .filter(({ rule_name }) => rule_name !== 'changing-column-type' || !onlyWidens(file))
    .filter(({ rule_name, line }) => rule_name !== 'require-concurrent-index-creation' || !isOfTableAlone(file, line))
    .map(({ line, rule_name, message, help }) =>
      violation(file, line + 1, `${rule_name}: ${message} ${help ?? ''}`.trim()),
    );
}

/** Whether the statement from this line on makes an index that its partitions get one by one (partitions/build-indexes.ts). */
function isOfTableAlone({ text }: RepositoryFile, line: number): boolean {
  const statement = withoutComments(text).split('\n').slice(line).join('\n').trimStart();
  return /^create (?:unique )?index \S+ on only /i.test(statement);
}

function findRefused(file: RepositoryFile, isContract: boolean): Violation[] {
  const statements = withoutComments(file.text);
  const readsNull = READS_NULL.test(file.text);
  const refused = REFUSED.filter(
    ({ inContract, inReadsNull }) => !(inContract && isContract) && !(inReadsNull && (isContract || readsNull)),
  );
  return refused.flatMap(({ words, says }) =>
    [...(words.source.startsWith('squawk') ? file.text : statements).matchAll(words)].map((match) => {
      const at = match.index + (/\S/.exec(match[0])?.index ?? 0);
      return violation(file, lineAt(file.text, at), says);
    }),
  );
}

/**
 * A migration with CONCURRENTLY runs outside a transaction and is repeated from its start when it
 * was interrupted, which leaves an invalid index behind.
 */
function checkConcurrent(file: RepositoryFile): Violation[] {
  if (!CONCURRENTLY.test(withoutComments(file.text))) return [];
  let dropped: string | undefined;
  return file.text.split('--> statement-breakpoint').flatMap((part) => {
    const statement = withoutComments(part).trim();
    const line = lineAt(file.text, file.text.indexOf(part) + (/\S/.exec(part)?.index ?? 0));
    const drop = /^drop index concurrently if exists (\S+?);?$/i.exec(statement)?.[1];
    const created = /^create (?:unique )?index concurrently (\S+) on [^;]*;?$/i.exec(statement)?.[1];
    const isRepeatable = drop !== undefined || (created !== undefined && created === dropped);
    dropped = drop;
    if (isRepeatable) return [];
    return [
      violation(
        file,
        line,
        'cannot be repeated: a migration with CONCURRENTLY consists of DROP INDEX CONCURRENTLY IF EXISTS and CREATE INDEX CONCURRENTLY of the same name, with breakpoints between them.',
      ),
    ];
  });
}

/** The same length and lines, with spaces for comments and quoted text. */
function withoutComments(text: string): string {
  return text.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g, (part) =>
    part.replaceAll(/[^\n]/g, ' '),
  );
}

function violation({ path }: RepositoryFile, line: number, says: string): Violation {
  return { file: path, line, rule: 'migration', says };
}
