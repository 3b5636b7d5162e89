import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { initialPermissions } from '@portal/contract/platform/staff-permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonalData } from '../../apps/server/src/platform/database/personal-data/declarations.ts';
import { type ApiDocument, compareApis } from './api-compatibility.ts';
import { checkBoundaries, cycle, type Import, importsOf, unresolved } from './boundaries.ts';
import { boundaryRules } from './boundary-rules.ts';
import { checkContextDrawing, drawContexts } from './context-drawing.ts';
import { checkApiDoc, renderApi } from './documents/api-doc/api-doc.ts';
import { apiSubjects } from './documents/api-doc/api-subjects.ts';
import { checkConfigurationDoc, renderConfiguration } from './documents/configuration-doc.ts';
import { checkDependenciesDoc } from './documents/dependencies-doc.ts';
import { checkPrivacyDoc, renderPrivacy } from './documents/privacy-doc.ts';
import { checkRetentionDoc, renderRetention } from './documents/retention-doc.ts';
import { checkRolesDoc, renderRoles } from './documents/roles-doc.ts';
import { checkLinks } from './links.ts';
import { checkMigrations } from './migrations.ts';
import { contractPlants, expandedContract, releasedContract } from './planted/contracts.ts';
import { importPlants, otherSpellings, targets } from './planted/imports.ts';
import { lintPlants } from './planted/lints.ts';
import { migrationPlants } from './planted/migrations.ts';
import { alone, cycleOtherHalf, oxlintPlants } from './planted/oxlint.ts';
import { sourcePlants } from './planted/sources.ts';
import { linkPlants, textPlants } from './planted/texts.ts';
import { untranslatedPlants } from './planted/translations.ts';
import { plantTree } from './planted/tree.ts';
import { sourceRules, textRules } from './run.ts';
import { findFullFolders } from './smells.ts';
import { checkSources, type Source } from './source-tree.ts';
import { drawTrustBoundaries } from './trust-drawing.ts';
import { checkUnused } from './unused.ts';
import { formatViolation, type Repository, type Violation } from './violation.ts';

const planted: Repository[] = [];
function plant(files: Readonly<Record<string, string>>): Repository {
  const repository = plantTree(files);
  planted.push(repository);
  return repository;
}
afterAll(() => {
  for (const { root } of planted) rmSync(root, { recursive: true });
});

const importing = (target: string) => `import type { part } from '${target}';\nexport type Part = typeof part;\n`;
const soil = Object.fromEntries(targets.map((path) => [path, 'export const part = 1;\n']));
const lines = (violations: readonly Violation[], file: string, rule: string) =>
  violations.filter((violation) => violation.file === file && violation.rule === rule).map(({ line }) => line);

describe('an import that crosses a boundary is rejected', () => {
  let bad: Violation[] = [];
  let good: Violation[] = [];
  beforeAll(() => {
    const files = (kind: 'bad' | 'good') =>
      Object.fromEntries(importPlants.map((one) => [one.file, importing(one[kind])]));
    const check = (repository: Repository) => {
      const imports: Import[] = [];
      const gather = (source: Source) => {
        imports.push(...importsOf(source));
        return [];
      };
      return [...checkSources(repository, [gather]), ...checkBoundaries(imports)];
    };
    bad = check(plant({ ...otherSpellings, ...soil, ...files('bad') }));
    good = check(plant({ ...soil, ...files('good') }));
  });

  it.each(importPlants)('$rule: $file must not import $bad', ({ rule, file }) => {
    const cure = boundaryRules.find(({ name }) => name === rule)?.comment ?? '';
    expect(bad).toContainEqual({ file, line: 1, rule, says: expect.stringContaining(cure) });
  });

  it.each(Object.keys(otherSpellings).filter((file) => file.includes('/plans/')))('in every syntax: %s', (file) => {
    expect(lines(bad, file, 'server-catalogue-looks-back')).toHaveLength(1);
    expect(lines(bad, file, 'gateway-chosen-at-the-edge')).toHaveLength(1);
  });

  it('every boundary rule has a plant, and the allowed imports are accepted', () => {
    const rules = [...boundaryRules.map(({ name }) => name), unresolved.rule, cycle.rule];
    expect(new Set(importPlants.map(({ rule }) => rule))).toEqual(new Set(rules));
    expect(good).toEqual([]);
  });
});

describe('source that breaks a rule is rejected at its line', () => {
  const plants = [...sourcePlants, ...untranslatedPlants];
  let bad: Violation[] = [];
  let good: Violation[] = [];
  beforeAll(() => {
    const files = (kind: 'bad' | 'good') => Object.fromEntries(plants.map((one) => one[kind]));
    bad = checkSources(plant({ ...soil, ...files('bad') }), sourceRules);
    good = checkSources(plant({ ...soil, ...files('good') }), sourceRules);
  });

  it.each(plants)('$rule: $bad.0', (one) => {
    expect(lines(bad, one.bad[0], one.rule)).toEqual(one.lines);
  });

  it('the allowed twins are accepted', () => {
    expect(good).toEqual([]);
  });
});

describe('text that breaks a rule is rejected at its line', () => {
  const check = (repository: Repository) => textRules.flatMap((rule) => rule(repository));
  const holding = ([path, text]: readonly [string, string]) => ({ root: '/nowhere', files: [{ path, text }] });

  it.each(textPlants)('$rule: $bad.0 ($bad.1)', ({ rule, bad, good, lines: at }) => {
    expect(lines(check(holding(bad)), bad[0], rule)).toEqual(at);
    expect(check(holding(good))).toEqual([]);
  });

  it.each(linkPlants)('$rule: $bad.1', ({ rule, bad, good, lines: at }) => {
    expect(lines(checkLinks(plant(Object.fromEntries([bad]))), bad[0], rule)).toEqual(at);
    expect(checkLinks(plant(Object.fromEntries([good])))).toEqual([]);
  });
});

describe('a migration that the previous release does not survive, or that customers feel, is rejected', () => {
  const path = 'apps/server/src/platform/database/migrations/0900_planted.sql';
  const found = (text: string, at = path) =>
    checkMigrations({
      root: '/nowhere',
      files: [
        { path: at, text },
        { path: 'CHANGELOG.md', text: '# Changelog\n\n## Unreleased\n\n## 1.4.0\n' },
      ],
    });

  it.each(migrationPlants)('one that $what', ({ bad, good, lines: at }) => {
    expect(
      found(bad)
        .map(({ line }) => line)
        .sort(),
    ).toEqual(at);
    expect(found(good)).toEqual([]);
  });

  it('those of before the first release are not', () => {
    expect(found('DROP TABLE notices;\n', path.replace('0900', '0002'))).toEqual([]);
  });
});

describe('an API that pages of the previous release cannot use is rejected', () => {
  const compare = (now: ApiDocument) => compareApis(releasedContract, now);

  it.each(contractPlants)('it $says', ({ bad, says }) => {
    expect(compare(bad)).toEqual([expect.stringContaining(says)]);
  });

  it('one that answers and accepts more, or drops what was deprecated, is accepted', () => {
    expect(compare(expandedContract)).toEqual([]);
  });
});

describe('docs/configuration.md matches the configuration', () => {
  const port = { description: 'Where it | listens', safeParse: () => ({ success: true, data: 3000 }) };
  const secret = { description: 'Signs', meta: () => ({ secret: true }), safeParse: () => ({ success: false }) };
  const page = renderConfiguration({ shape: { PORT: port, SECRET: secret } });
  const documented = (text: string) => ({ root: '/nowhere', files: [{ path: 'docs/configuration.md', text }] });

  it('a different page is rejected at the first line that differs, a fresh one is accepted', () => {
    expect(page).toContain('| `PORT` | `3000` | Where it \\| listens |\n| `SECRET` (`_FILE`) | required | Signs |');
    const more = { shape: { PORT: port, SECRET: secret, LATER: port } };
    expect(checkConfigurationDoc(documented(page), more)).toMatchObject([{ rule: 'configuration-doc', line: 14 }]);
    expect(checkConfigurationDoc({ root: '/nowhere', files: [] }, more)).toHaveLength(1);
    expect(checkConfigurationDoc(documented(page), { shape: { PORT: port, SECRET: secret } })).toEqual([]);
  });

  it('a setting without a description is refused', () => {
    const bare = { shape: { BARE: { safeParse: port.safeParse } } };
    expect(() => renderConfiguration(bare)).toThrow('BARE has no description');
  });
});

it('docs/privacy.md says of each table what it holds about people and what their deletion does', () => {
  const held: PersonalData = {
    table: 'letters',
    columns: { id: 'none', words: 'text' },
    purpose: 'support',
    owner: 'user_id = {person}',
    onDeletion: 'delete',
    retention: 'account',
  };
  const repository = { root: '/nowhere', files: [{ path: 'docs/privacy.md', text: renderPrivacy([held]) }] };
  expect(checkPrivacyDoc(repository, [held])).toEqual([]);
  expect(checkPrivacyDoc(repository, [{ ...held, onDeletion: { words: "''" } }])).toEqual([
    expect.objectContaining({ rule: 'privacy-doc' }),
  ]);
});

it('docs/retention.md says how long each table is kept in the code', () => {
  const retention = { table: 'usage_days', column: 'day', months: 24, by: 'partition', why: 'the law' } as const;
  const repository = { root: '/nowhere', files: [{ path: 'docs/retention.md', text: renderRetention([retention]) }] };
  expect(checkRetentionDoc(repository, [retention])).toEqual([]);
  expect(checkRetentionDoc(repository, [{ ...retention, months: 12 }])).toEqual([
    expect.objectContaining({ rule: 'retention-doc', line: 13 }),
  ]);
});

it('docs/roles.md is what the contract says', () => {
  const repository = { root: '/nowhere', files: [{ path: 'docs/roles.md', text: renderRoles(initialPermissions) }] };
  expect(checkRolesDoc(repository)).toEqual([]);
  expect(checkRolesDoc(repository, { ...initialPermissions, technician: [] })).toEqual([
    expect.objectContaining({ rule: 'roles-doc' }),
  ]);
});

it('docs/api.md has every call that takes a key, as the contract says', () => {
  const repository = { root: '/nowhere', files: [{ path: 'docs/api.md', text: renderApi(apiSubjects) }] };
  expect(checkApiDoc(repository)).toEqual([]);
  const [first, ...others] = apiSubjects;
  if (!first) throw new Error('there are no subjects');
  expect(() => checkApiDoc(repository, others)).toThrow('is in no subject of docs/api.md');
  expect(checkApiDoc(repository, [{ ...first, heading: 'People' }, ...others])).toEqual([
    expect.objectContaining({ rule: 'api-doc' }),
  ]);
});

describe('docs/dependencies.md gives the reason for each dependency of package.json', () => {
  const row = (name: string) => `| \`${name}\` | serves HTTP | the fastest that is well kept |\n`;
  const repository = (document: string) => ({
    root: '/nowhere',
    files: [
      { path: 'package.json', text: '{\n  "name": "portal",\n  "devDependencies": { "vitest": "5.1.1" }\n}\n' },
      {
        path: 'apps/server/package.json',
        text: '{\n  "name": "@portal/server",\n  "dependencies": {\n    "fastify": "5.12.8",\n    "portal": "0.1.0"\n  }\n}\n',
      },
      { path: 'docs/dependencies.md', text: `# Dependencies\n\n${document}` },
    ],
  });
  const found = (document: string) => checkDependenciesDoc(repository(document)).map(formatViolation);

  it('a row for each dependency is accepted, our own packages need none', () => {
    expect(found(row('fastify') + row('vitest'))).toEqual([]);
  });

  it.each([
    ['a dependency without a row', row('vitest'), 'apps/server/package.json:4 [dependencies-doc] "fastify" has no row'],
    [
      'a row without a reason',
      `${row('vitest')}| \`fastify\` | serves HTTP | |\n`,
      'apps/server/package.json:4 [dependencies-doc] "fastify" has no row',
    ],
    [
      'a row for what is no dependency',
      row('fastify') + row('vitest') + row('express'),
      'docs/dependencies.md:5 [dependencies-doc] "express"',
    ],
    [
      'a second row',
      row('fastify') + row('vitest') + row('fastify'),
      'docs/dependencies.md:5 [dependencies-doc] "fastify"',
    ],
  ])('%s is rejected', (_, document, said) => {
    expect(found(document)).toEqual([expect.stringContaining(said)]);
  });
});

describe('the drawings of docs/architecture.md and docs/threat-model.md match the code', () => {
  const sources = [
    {
      path: 'apps/server/src/billing/index.ts',
      text: "import { a } from '../catalogue/index.ts';\nimport { b } from '../identity/events.ts';\n",
    },
    { path: 'apps/server/src/billing/pay.test.ts', text: "import { c } from '../network/index.ts';\n" },
  ];
  const page = (drawing: string, trust: string) => ({
    root: '/nowhere',
    files: [
      ...sources,
      { path: 'docs/architecture.md', text: `<!-- contexts: x -->\n${drawing}<!-- end of contexts -->\n` },
      {
        path: 'docs/threat-model.md',
        text: `<!-- trust boundaries: x -->\n${trust}<!-- end of trust boundaries -->\n`,
      },
    ],
  });
  const outside = [
    { path: 'packages/contract/src/billing/payments/payments.ts', text: "access: 'session'" },
    { path: 'packages/contract/src/support/tickets.ts', text: "access: 'session'" },
    { path: 'packages/contract/src/support/staff.ts', text: "access: 'admin', permission: 'any'" },
    {
      path: 'apps/server/src/billing/payments/gateways/paystack.gateway.ts',
      text: "import { a } from './gateway-answer.ts';\n",
    },
  ];

  it('shows who calls which context, and whom it calls', () => {
    const lines = drawTrustBoundaries(outside).split('\n');
    expect(lines.filter((line) => / --> (?!database|backup)/.test(line))).toEqual([
      '  customers --> billing & support',
      '  staff --> support',
      '  billing --> gateways',
    ]);
    expect(lines).not.toContainEqual(expect.stringContaining('SMS'));
  });

  it('shows which context uses which and whose events it handles, without tests', () => {
    expect(drawContexts({ files: sources }).split('\n')).toEqual([
      '```mermaid',
      'flowchart BT',
      ...['identity', 'messaging', 'catalogue', 'network', 'fulfilment', 'support', 'channels', 'console'].map(
        (context) => `  ${context}["${context} (to come)"]`,
      ),
      '  billing --> catalogue',
      '  billing -. handles events of .-> identity',
      '```',
      '',
    ]);
  });

  it('an outdated or missing drawing is rejected, the current one is accepted', () => {
    const today = drawContexts({ files: sources });
    const trust = drawTrustBoundaries(sources);
    expect(checkContextDrawing(page(today, trust))).toEqual([]);
    expect(checkContextDrawing(page(today.replace('catalogue', 'support'), trust))).toHaveLength(1);
    expect(checkContextDrawing(page(today, trust.replace('Backups', 'Copies')))).toHaveLength(1);
    expect(checkContextDrawing({ files: sources })).toHaveLength(2);
  });
});

describe('code that is not used is rejected', () => {
  const used = {
    'apps/server/src/main.ts':
      "import { live } from './features/plan/live.ts';\nimport { part } from '@portal/kernel/money';\nlive(part);\n",
    'apps/server/src/features/plan/live.ts': 'export function live(part: number): void {\n  void part;\n}\n',
    'packages/kernel/src/money.ts': 'export const part = 1;\n',
  };
  const dead = {
    'apps/web/src/shared/dead.ts': 'export const nobody = 1;\n',
    'apps/server/src/features/plan/dead.ts': 'export const nobody = 1;\n',
    'apps/server/src/features/plan/live.ts': `${used['apps/server/src/features/plan/live.ts']}export const dead = 1;\n`,
    'packages/kernel/src/money.ts': 'export const part = 1;\nexport const forgotten = 1;\n',
    'apps/sandbox/src/main.ts':
      "import DataLoader from 'dataloader';\nnew DataLoader(async (keys: readonly number[]) => keys);\n",
  };

  it('a file, an export of a feature or of a package, a dependency, and a package used without being listed', async () => {
    const found = (await checkUnused(plant({ ...used, ...dead }))).map(formatViolation);
    for (const start of [
      'apps/web/src/shared/dead.ts:1 [unused-files] ',
      'apps/server/src/features/plan/dead.ts:1 [unused-exports] "nobody"',
      'apps/server/src/features/plan/live.ts:4 [unused-exports] "dead"',
      'packages/kernel/src/money.ts:2 [unused-exports] "forgotten"',
      'apps/sandbox/src/main.ts:1 [unused-unlisted] "dataloader"',
    ])
      expect(found).toContainEqual(expect.stringContaining(start));
    expect(found.filter((line) => line.startsWith('apps/server/package.json'))).toContainEqual(
      expect.stringMatching(/\[unused-dependencies\] "fastify": .*remove it/),
    );
    expect(found).not.toContainEqual(expect.stringContaining('"live"'));
  });
});

describe('biome, by biome.json, rejects what the compiler allows', () => {
  const lint = (kind: 'bad' | 'good') => {
    const { root } = plant(Object.fromEntries(lintPlants.map((one) => one[kind])));
    const biome = join(import.meta.dirname, '../../node_modules/.bin/biome');
    const run = spawnSync(biome, ['lint', '--reporter=github', '.'], { cwd: root, encoding: 'utf8' });
    return { status: run.status, said: run.stdout };
  };

  it('every plant by its rule, and no twin', () => {
    const { status, said } = lint('bad');
    expect(status).toBe(1);
    const errors = said.split('\n').filter((line) => line.startsWith('::error'));
    for (const { rule, bad } of lintPlants)
      expect(errors).toContainEqual(expect.stringMatching(`/${rule},file=.*${bad[0]},`));
    expect(lint('good')).toEqual({ status: 0, said: '' });
  });
});

describe('oxlint, by .oxlintrc.json, rejects what needs types or several files to see', () => {
  const lint = (files: Readonly<Record<string, string>>) => {
    const { root } = plant(files);
    const oxlint = join(import.meta.dirname, '../../node_modules/.bin/oxlint');
    const { status, stdout } = spawnSync(oxlint, ['-f', 'unix'], { cwd: root, encoding: 'utf8' });
    const said = [...stdout.matchAll(/^(.+?):(\d+):\d+: .*\[(\w+)\/(.+)\]$/gm)];
    return {
      status,
      found: said.map(([, file, line, severity, rule]) => ({ file, line: Number(line), severity, rule })),
    };
  };
  let bad: ReturnType<typeof lint>;
  beforeAll(() => {
    bad = lint({ ...soil, ...Object.fromEntries(oxlintPlants.map((one) => one.bad)), ...cycleOtherHalf });
  });

  it.each(oxlintPlants)('$rule: $bad.0', ({ rule, bad: [file], lines: at }) => {
    const broken = bad.found.filter((one) => one.file === file && one.rule === rule && one.severity === 'Error');
    expect(broken.map(({ line }) => line)).toEqual(at);
    expect(bad.status).toBe(1);
  });

  it('every rule of the configuration has a plant, and the twins are accepted', () => {
    const settings = readFileSync(join(import.meta.dirname, '../../.oxlintrc.json'), 'utf8');
    const { rules } = JSON.parse(settings) as { rules: Record<string, unknown> };
    const planted = new Set(oxlintPlants.map(({ rule }) => rule.replace(/\((.*)\)/, '/$1')));
    expect(new Set(Object.keys(rules).filter((rule) => !rule.startsWith('max-lines')))).toEqual(planted);
    expect(lint({ ...soil, ...Object.fromEntries(oxlintPlants.map((one) => one.good)), ...alone })).toEqual({
      status: 0,
      found: [],
    });
  });

  it('a long file and a long function are reported without failing', () => {
    const long = `export function long(): void {\n${'  // one more step\n'.repeat(299)}}\n`;
    const { status, found } = lint({ ...soil, 'apps/server/src/http/long.ts': long });
    expect(status).toBe(0);
    expect(found.map(({ severity, rule }) => `${severity} ${rule}`).sort()).toEqual([
      'Warning eslint(max-lines)',
      'Warning eslint(max-lines-per-function)',
    ]);
  });
});

describe('a folder with too many sources is reported', () => {
  const holding = (count: number) => ({
    root: '/nowhere',
    files: Array.from({ length: count }, (_, index) => ({
      path: `apps/web/src/ui/${index}.${index % 2 === 0 ? 'tsx' : 'test.tsx'}`,
      text: '',
    })),
  });

  it('from the twenty-sixth source on, tests included', () => {
    expect(findFullFolders(holding(26))).toMatchObject([{ file: 'apps/web/src/ui', rule: 'folder-size' }]);
    expect(findFullFolders(holding(25))).toEqual([]);
  });
});
