import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../../../apps/server/src/platform/http/openapi.ts';
import { errorCodes } from '../../../../packages/contract/src/platform/error-codes.ts';
import { ANY_INSTALLATION, inlined } from '../../api/api-document.ts';
import type { Repository, Violation } from '../../violation.ts';
import { checkWrittenPage, escapeCell } from '../written-page.ts';
import { type ApiExample, type ApiSubject, apiSubjects } from './api-subjects.ts';

const FOLDER = import.meta.dirname;
const source = 'the contract';
const document = 'docs/api.md';
const command = 'node tools/check/documents/api-doc/api-doc.ts --write';

type Named = { readonly name: string; readonly required: boolean };
type Operation = {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly { readonly apiKey?: readonly [] }[];
  readonly 'x-permission'?: string;
  readonly parameters: readonly (Named & { readonly in: string })[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        {
          readonly schema: {
            readonly properties?: Readonly<Record<string, unknown>>;
            readonly required?: readonly string[];
          };
        }
      >
    >;
  };
};
type Call = Operation & { readonly name: string; readonly scope: string };

/** The calls that take a key, by their addresses. */
function callsOfKeys(): Call[] {
  const { paths } = inlined(openApiDocument(ANY_INSTALLATION)) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const sorted = Object.entries(paths).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const scope = operation.security.some(({ apiKey }) => apiKey) ? operation['x-permission'] : undefined;
      return scope === undefined ? [] : [{ ...operation, name: `${method.toUpperCase()} ${path}`, scope }];
    }),
  );
}

/** What a call may be given: in the address, in its body, or the type of the file that it takes. */
function inputsOf({ parameters, requestBody }: Call): string {
  const list = (fields: readonly Named[]) =>
    fields.map(({ name, required }) => `\`${name}\`${required ? '' : '?'}`).join(', ');
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const [type, { schema } = { schema: {} }] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = Object.keys(schema.properties ?? {}).map((name) => ({
    name,
    required: schema.required?.includes(name) === true,
  }));
  const parts = [
    ...(query.length > 0 ? [`query: ${list(query)}`] : []),
    ...(body.length > 0 ? [`body: ${list(body)}`] : []),
    ...(type !== undefined && type !== 'application/json' ? [`body: a file, \`${type}\``] : []),
  ];
  return parts.join('; ');
}

function curlOf({ method, path, body }: ApiExample): string {
  const verb = method === undefined || (method === 'POST' && body) ? '' : ` -X ${method}`;
  const call = `curl -fsS${verb} "$PORTAL${path}" -H "Authorization: Bearer $PORTAL_KEY"`;
  if (!body) return call;
  return `${call} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
}

function renderSubject({ heading, nouns, examples }: ApiSubject, calls: readonly Call[]): string {
  const rows = calls
    .filter(({ tags: [tag = ''] }) => nouns.includes(tag))
    .map((call) => `| \`${call.name}\` | \`${call.scope}\` | ${escapeCell(call.summary)} | ${inputsOf(call)} |`);
  const shown = examples.map((example) => `${example.says}:\n\n\`\`\`sh\n${curlOf(example)}\n\`\`\``);
  return `### ${heading}

| Call | Scope | What it does | What it takes |
|---|---|---|---|
${rows.join('\n')}

${shown.join('\n\n')}`;
}

/** Every refusal that more than a few calls have; the others are in the OpenAPI document, by call. */
const COMMON = [
  'request.invalid',
  'request.sum-too-large',
  'request.not-found',
  'api-key.invalid',
  'api-key.no-scope',
  'api-key.not-accepted',
  'staff.address',
  'request.too-many',
  'service.unavailable',
] as const;

/** The Markdown of docs/api.md. Throws for a call that belongs to no subject. */
export function renderApi(subjects: readonly ApiSubject[]): string {
  const calls = callsOfKeys();
  const known = new Set(subjects.flatMap(({ nouns }) => nouns));
  const lost = calls.find(({ tags: [tag = ''] }) => !known.has(tag));
  if (lost) throw new Error(`${lost.name} is in no subject of ${document}: add ${lost.tags.join()} to one.`);
  const errors = COMMON.map(
    (code) => `| ${errorCodes[code].status} | \`${code}\` | ${escapeCell(errorCodes[code].message)} |`,
  );
  return readFileSync(join(FOLDER, 'api-doc.md.template'), 'utf8')
    .replace('{{command}}', command)
    .replace('{{errors}}', () => errors.join('\n'))
    .replace('{{subjects}}', () => subjects.map((subject) => renderSubject(subject, calls)).join('\n\n'));
}

/** docs/api.md matches the contract. */
export function checkApiDoc(repository: Repository, subjects: readonly ApiSubject[] = apiSubjects): Violation[] {
  return checkWrittenPage(repository, { document, source, command, rule: 'api-doc', wanted: renderApi(subjects) });
}

if (import.meta.main && process.argv.includes('--write')) {
  writeFileSync(join(FOLDER, '../../../..', document), renderApi(apiSubjects));
}
