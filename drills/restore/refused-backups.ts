import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './operator-command.ts';

type Case = {
  readonly what: string;
  /** Words that the operator must be told. */
  readonly says: RegExp;
  /** Spoils a copy of the backups; what it returns is added to the command's environment. */
  readonly spoil: (copy: string) => Readonly<Record<string, string>> | undefined;
  readonly words?: readonly string[];
};

const only = (folder: string, name: RegExp): string =>
  join(
    folder,
    readdirSync(folder)
      .filter((each) => name.test(each))
      .toSorted()
      .at(-1) ?? '',
  );
const installationOf = (copy: string): string => only(copy, /^\d+$/);
const baseOf = (copy: string): string => only(join(installationOf(copy), 'base'), /Z$/);

function flipByte(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function shorten(file: string): void {
  truncateSync(file, Math.floor(readFileSync(file).length / 2));
}

const CASES = (otherKey: string): readonly Case[] => [
  {
    what: 'with one wrong bit in the database',
    says: /is damaged/,
    spoil: (copy) => void flipByte(join(baseOf(copy), 'database.tar.zst.age')),
  },
  {
    what: 'whose database is cut off',
    says: /is damaged/,
    spoil: (copy) => void shorten(join(baseOf(copy), 'database.tar.zst.age')),
  },
  {
    what: 'whose manifest is damaged',
    says: /is damaged/,
    spoil: (copy) => void flipByte(join(baseOf(copy), 'manifest.json.zst.age')),
  },
  {
    what: 'with a damaged segment of the log',
    says: /is damaged/,
    spoil: (copy) => void flipByte(only(join(installationOf(copy), 'wal'), /^[0-9A-F]{24}\./)),
  },
  {
    what: 'for another key',
    says: /not encrypted for the key/,
    spoil: () => ({ BACKUP_IDENTITY_FILE: otherKey }),
  },
  {
    what: 'of another installation than the one that was asked for',
    says: /has no backup of installation/,
    spoil: () => undefined,
    words: ['--installation', '7000000000000000001'],
  },
  {
    what: 'that lies in another installation’s folder',
    says: /is of installation/,
    spoil: (copy) => void renameSync(installationOf(copy), join(copy, '7000000000000000001')),
  },
  {
    what: 'that was never finished',
    says: /no complete backup/,
    spoil: (copy) => void renameSync(baseOf(copy), `${baseOf(copy)}.unfinished`),
  },
  {
    what: 'from before the wanted moment',
    says: /no earlier moment/,
    spoil: () => undefined,
    words: ['--to', '2020-01-01T00:00Z'],
  },
];

/**
 * Tries to restore copies of the backups that must be refused, each before anything is written.
 * Returns what was not.
 */
export async function tryRefusedBackups(
  folder: string,
  order: { readonly backups: string; readonly otherKey: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ readonly tried: number; readonly faults: string[] }> {
  const copy = join(folder, 'spoilt');
  const place = join(folder, 'place');
  const faults: string[] = [];
  const cases = CASES(order.otherKey);
  for (const { what, says, spoil, words = [] } of cases) {
    cpSync(order.backups, copy, { recursive: true });
    const env = { ...order.env, ...spoil(copy) };
    const { code, output } = await runCommand(['restore', copy, '--into', place, ...words], env);
    if (code === 0 || !says.test(output)) faults.push(`a backup ${what} was not refused as it should be: ${output}`);
    if (existsSync(place)) faults.push(`a backup ${what} left something behind`);
    rmSync(copy, { recursive: true });
    rmSync(place, { recursive: true, force: true });
  }
  return { tried: cases.length, faults };
}
