import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../apps/server/src/platform/http/openapi.ts';
import { extractCommit, findPreviousRelease, linkPackages } from '../run/previous-release.ts';
import { ROOT } from '../run/run-step.ts';
import { ANY_INSTALLATION, inlined } from './api/api-document.ts';
import type { Violation } from './violation.ts';

const FILE = 'packages/contract/src/index.ts';
const DOCUMENT = 'apps/server/src/platform/http/openapi.ts';

/** The parts of JSON Schema that the contract's schemas use. */
export type Schema = {
  readonly deprecated?: boolean;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};
type Content = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> };
export type Operation = {
  readonly operationId?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
};
export type ApiDocument = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/**
 * Pages of the previous release call the API of this one until they are reloaded, and programs by generated
 * clients: it must keep each of its endpoints with its name and its answers, and require nothing more. What the previous release marked as
 * deprecated may go. Where that release is not in this clone, nothing is compared, and the line in
 * `skipped` says so.
 */
export function checkApiCompatibility(): { readonly violations: Violation[]; readonly skipped: string | null } {
  const release = findPreviousRelease();
  if ('missing' in release) return { violations: [], skipped: `The API was not compared. ${release.missing}` };
  const current = openApiDocument(ANY_INSTALLATION);
  const faults = compareApis(inlined(readContract(release.commit)) as ApiDocument, inlined(current) as ApiDocument);
  const says = (fault: string) => `${fault}, which clients of ${release.name} rely on (docs/upgrades.md).`;
  return {
    violations: faults.map((fault) => ({ file: FILE, line: 1, rule: 'api-compatibility', says: says(fault) })),
    skipped: null,
  };
}

/** Made by that commit's own code, once. */
function readContract(commit: string): object {
  const cached = join(ROOT, `.cache/previous/${commit}.openapi.json`);
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8'));
  const folder = extractCommit(commit, 'package.json', 'packages', 'apps/server/package.json', 'apps/server/src');
  try {
    linkPackages(folder);
    // A release before 1.1 takes the installation for a title, which is not compared.
    const print = `import { openApiDocument } from './${DOCUMENT}'; console.log(JSON.stringify(openApiDocument(${JSON.stringify(ANY_INSTALLATION)})));`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', print], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0) throw new Error(`the API of ${commit} could not be read: ${stderr}`);
    writeFileSync(cached, stdout);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A path without the names of its parameters, which no page sends. */
const placesOf = (path: string) => path.replace(/\{\w+\}/g, '{}');

/** Answers whose only client is FreeRADIUS with the kit, which takes whatever attributes it gets (decision 119). */
const OF_THE_KIT: ReadonlySet<string> = new Set(['POST /api/network/authorize']);

/** What a client of the previous release could miss in the current API, one sentence each. */
export function compareApis(previous: ApiDocument, current: ApiDocument): string[] {
  const now = new Map(Object.entries(current.paths).map(([path, operations]) => [placesOf(path), operations]));
  return Object.entries(previous.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, before]) => {
      if (before.deprecated) return [];
      const call = `${method.toUpperCase()} ${path}`;
      const after = now.get(placesOf(path))?.[method];
      if (!after) return [`${call} is gone`];
      return [
        ...renamed(before, after),
        ...addedParameters(before, after),
        ...addedFields(bodyOf(before), bodyOf(after)),
        ...(OF_THE_KIT.has(call) ? [] : lost(before, after)),
      ].map((fault) => `${call} ${fault}`);
    }),
  );
}

/** Generated clients call it by this name. */
function renamed({ operationId: before }: Operation, { operationId: now }: Operation): string[] {
  return before === undefined || before === now ? [] : [`is called ${now ?? 'nothing'} instead of ${before}`];
}

function addedParameters(before: Operation, now: Operation): string[] {
  const wasRequired = new Set((before.parameters ?? []).filter(({ required }) => required).map(({ name }) => name));
  const added = (now.parameters ?? []).filter(
    ({ name, required, in: place }) => required && place !== 'path' && !wasRequired.has(name),
  );
  return added.map(({ name }) => `requires the parameter "${name}"`);
}

const bodyOf = ({ requestBody }: Operation): Schema | undefined => requestBody?.content?.['application/json']?.schema;
const answerOf = ({ responses }: Operation): Schema | undefined =>
  responses?.['200']?.content?.['application/json']?.schema;

/** A field more that must be sent, or one less that may be. */
function addedFields(before: Schema | undefined, now: Schema | undefined, path = ''): string[] {
  if (!now) return [];
  const known = before?.properties ?? {};
  const required = (now.required ?? []).filter((name) => !before?.required?.includes(name));
  const refused =
    now.additionalProperties === false ? Object.keys(known).filter((name) => !now.properties?.[name]) : [];
  return [
    ...required.map((name) => `requires the field "${path}${name}"`),
    ...refused.filter((name) => !known[name]?.deprecated).map((name) => `refuses the field "${path}${name}"`),
    ...Object.entries(now.properties ?? {}).flatMap(([name, field]) =>
      known[name] ? addedFields(known[name], field, `${path}${name}.`) : [],
    ),
    ...(before?.items && now.items ? addedFields(before.items, now.items, `${path}[].`) : []),
  ];
}

function lost(before: Operation, now: Operation): string[] {
  const [was, is] = [answerOf(before), answerOf(now)];
  return was ? lostFields(was, is ?? {}, '') : [];
}

/** Fields of an answer that are missing, may be missing, or have another type. */
function lostFields(before: Schema, now: Schema, path: string): string[] {
  if (before.anyOf) {
    // Each form of the old answer whose fields no form of the new one has all of.
    const forms = now.anyOf ?? [now];
    return before.anyOf.flatMap((form) => {
      const faults = forms.map((one) => lostFields(form, one, path));
      return faults.find((found) => found.length === 0) ?? faults.toSorted((a, b) => a.length - b.length)[0] ?? [];
    });
  }
  if (now.anyOf) return now.anyOf.flatMap((form) => lostFields(before, form, path));
  if (before.type !== undefined && String(before.type) !== String(now.type))
    return [`answers "${path || 'everything'}" as ${String(now.type)} instead of ${String(before.type)}`];
  const fields = Object.entries(before.properties ?? {}).filter(([, { deprecated }]) => !deprecated);
  return [
    ...fields.flatMap(([name, field]) => {
      const place = `${path}${path && '.'}${name}`;
      const present = now.properties?.[name];
      if (!present) return [`no longer answers "${place}"`];
      const mayLack = before.required?.includes(name) && !now.required?.includes(name);
      return [...(mayLack ? [`may leave out "${place}"`] : []), ...lostFields(field, present, place)];
    }),
    ...(before.items ? lostFields(before.items, now.items ?? {}, `${path}[]`) : []),
  ];
}
