import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '../../../apps/server/src/platform/config/environment.ts';
import type { Repository, Violation } from '../violation.ts';
import { checkWrittenPage, escapeCell } from './written-page.ts';

const source = 'apps/server/src/platform/config/environment.ts';
const document = 'docs/configuration.md';
const command = 'node tools/check/documents/configuration-doc.ts --write';

/** The parts of a Zod object of environment variables that are used here. */
type Settings = { readonly shape: Readonly<Record<string, Setting>> };
type Setting = {
  readonly description?: string | undefined;
  readonly meta?: () => { readonly [name: string]: unknown } | undefined;
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
};

/**
 * The Markdown of docs/configuration.md; a default is the schema's value for undefined. Throws for
 * a setting without a description.
 */
export function renderConfiguration(settings: Settings): string {
  const rows = Object.entries(settings.shape).map(([name, setting]) => {
    if (setting.description === undefined) throw new Error(`${source}: ${name} has no description`);
    const file = setting.meta?.()?.secret === true ? ' (`_FILE`)' : '';
    return `| \`${name}\`${file} | ${defaultOf(setting)} | ${escapeCell(setting.description)} |`;
  });
  return `# Configuration

Every setting is an environment variable, read once at start by
\`apps/server/src/platform/config/config.ts\`; all faults are listed at once and an empty variable
counts as absent. A secret, marked \`_FILE\`, may stand in a file that \`NAME_FILE\` names; how to
turn each is in [secrets](secrets.md). This page is written by
\`${command}\`
from \`${source}\`: change the descriptions there.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`;
}

function defaultOf(setting: Setting): string {
  const nothing = setting.safeParse(undefined);
  if (!nothing.success) return 'required';
  return nothing.data === undefined || nothing.data === null ? '' : `\`${escapeCell(String(nothing.data))}\``;
}

/** docs/configuration.md matches the configuration's schema. */
export function checkConfigurationDoc(repository: Repository, settings: Settings = environment): Violation[] {
  const page = { document, source, command, rule: 'configuration-doc', wanted: renderConfiguration(settings) };
  return checkWrittenPage(repository, page);
}

if (import.meta.main && process.argv.includes('--write')) {
  writeFileSync(join(import.meta.dirname, '../../..', document), renderConfiguration(environment));
}
