import { readFileSync } from 'node:fs';

type Given = Readonly<Record<string, string | undefined>>;

function readSecret(name: string, path: string): { readonly value: string } | { readonly fault: string } {
  try {
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return value.trim() === '' ? { fault: `${name}_FILE: ${path} is empty` } : { value };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { fault: `${name}_FILE: ${path} cannot be read (${code})` };
  }
}

/** Settings in which the files are replaced by their content. */
type Settings = {
  readonly given: Given;
  /** Every variable that was set, also by a file that cannot be read. */
  readonly named: ReadonlySet<string>;
  readonly faults: readonly string[];
};

/**
 * Replaces `<NAME>_FILE`, as Docker and systemd hand over secrets, by the content of that file
 * without its last line break. `secrets` are the names of variables that hold secrets.
 */
export function readSecretFiles(settings: Given, secrets: readonly string[]): Settings {
  const given: Record<string, string | undefined> = { ...settings };
  const faults: string[] = [];
  const fromFiles = secrets.filter((name) => settings[`${name}_FILE`] !== undefined);
  for (const name of fromFiles) {
    delete given[`${name}_FILE`];
    if (settings[name] !== undefined) {
      faults.push(`${name} and ${name}_FILE are both set`);
      continue;
    }
    const secret = readSecret(name, settings[`${name}_FILE`] ?? '');
    if ('fault' in secret) faults.push(secret.fault);
    else given[name] = secret.value;
  }
  return { given, named: new Set([...Object.keys(given), ...fromFiles]), faults };
}
