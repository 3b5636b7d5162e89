import fc from 'fast-check';
import { HOSTILE } from './hostile-values.ts';

/** The part of JSON Schema that the contract's schemas become. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

/** Values that exist in the portal under test, by the name of the field or parameter that takes them. */
export type KnownValues = ReadonlyMap<string, readonly unknown[]>;

type Path = readonly (string | number)[];
type Leaf = { readonly path: Path; readonly edges: readonly unknown[] };

const branchesOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? schema.oneOf ?? [];

const typeOf = ({ type }: Schema): string | undefined => (typeof type === 'object' ? type[0] : type);

/** Texts whose form the schema cannot say, or says in a pattern that fast-check cannot make texts of. */
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.nat(1_000_000).map((n) => `fuzz-${n}@mail.example`),
  uuid: fc.uuid(),
  uri: fc.constantFrom('https://push.example/a', 'https://hooks.example/in?x=1'),
  'date-time': fc
    .integer({ min: -400, max: 400 })
    .map((days) => new Date(Date.UTC(2026, 10, 27) + days * 86_400_000).toISOString()),
};

function textByPattern(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return fc.string();
  }
}

function validText({ pattern, format, minLength = 1, maxLength }: Schema): fc.Arbitrary<unknown> {
  const byFormat = format === undefined ? undefined : FORMATS[format];
  if (byFormat) return byFormat;
  if (pattern !== undefined) return textByPattern(pattern);
  const most = Math.max(minLength, Math.min(maxLength ?? 60, 60));
  return fc.string({ minLength, maxLength: most, unit: 'grapheme' });
}

function validNumber(schema: Schema, isWhole: boolean): fc.Arbitrary<unknown> {
  const min = Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1, -1e9);
  const max = Math.max(min, Math.min(schema.maximum ?? (schema.exclusiveMaximum ?? 1e6 + 1) - 1, min + 1e6));
  if (isWhole) return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return fc.integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) }).map((hundredths) => hundredths / 100);
}

function validObject(schema: Schema, known: KnownValues): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([field, inner]) => [field, validValue(inner, field, known)] as const,
  );
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: [...(schema.required ?? [])],
    noNullPrototype: true,
  });
}

/** What the schema accepts; for a field whose name is known, mostly what exists. */
export function validValue(schema: Schema, name: string, known: KnownValues): fc.Arbitrary<unknown> {
  const branches = branchesOf(schema);
  const existing = known.get(name);
  if (existing !== undefined && existing.length > 0 && typeOf(schema) !== 'array') {
    const invented = branches.length > 0 ? fc.constant(null) : bySchema(schema, name, known);
    return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...existing) }, { weight: 1, arbitrary: invented });
  }
  if (branches.length > 0) return fc.oneof(...branches.map((branch) => validValue(branch, name, known)));
  return bySchema(schema, name, known);
}

function bySchema(schema: Schema, name: string, known: KnownValues): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (typeOf(schema)) {
    case 'object':
      return validObject(schema, known);
    case 'array': {
      const { items = {}, minItems = 0, maxItems } = schema;
      const most = Math.max(minItems, Math.min(maxItems ?? 3, 3));
      return fc.array(validValue(items, name, known), { minLength: minItems, maxLength: most });
    }
    case 'string':
      return validText(schema);
    case 'integer':
      return validNumber(schema, true);
    case 'number':
      return validNumber(schema, false);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** The values at a schema's edges and one beyond them. */
function edgesOf(schema: Schema): unknown[] {
  const lengths = [schema.minLength, schema.maxLength].filter((length) => length !== undefined);
  const limits = [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum].filter(
    (limit) => limit !== undefined,
  );
  const counts = [schema.minItems, schema.maxItems].filter((count) => count !== undefined);
  return [
    ...lengths.flatMap((length) =>
      [length - 1, length, length + 1].filter((n) => n >= 0 && n < 20_000).map((n) => 'x'.repeat(n)),
    ),
    ...limits.flatMap((limit) => [limit - 1, limit, limit + 1, limit + 0.001, String(limit)]),
    ...counts.flatMap((count) => [count + 1, Math.max(0, count - 1)].map((n) => Array(Math.min(n, 300)).fill('x'))),
    ...(schema.enum ?? []).flatMap((value) => [String(value).toUpperCase(), `${String(value)} `, [value]]),
  ];
}

/** Every field of the schema, at any depth and of any branch, and the whole itself. */
function leavesOf(schema: Schema, path: Path = []): Leaf[] {
  const inner = [
    ...branchesOf(schema).flatMap((branch) => leavesOf(branch, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, of]) => leavesOf(of, [...path, field])),
    ...(schema.items ? leavesOf(schema.items, [...path, 0]) : []),
  ];
  return [{ path, edges: edgesOf(schema) }, ...inner];
}

function replaced(whole: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(whole)) return [replaced(whole[0], rest, value), ...whole.slice(1)];
  const inner = typeof whole === 'object' && whole !== null ? Reflect.get(whole, step) : undefined;
  return { ...(typeof whole === 'object' ? whole : {}), [step]: replaced(inner, rest, value) };
}

const RANDOM_SHARE = 8;
/** Half a surrogate pair too, which 'binary' leaves out. */
const ANY_UNIT = fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit));
const ANY_JSON = fc.oneof(fc.string({ unit: ANY_UNIT, maxLength: 40 }), fc.double(), fc.jsonValue({ maxDepth: 3 }));

/**
 * What the schema accepts, with none to three of its fields replaced: by a value at an edge of the
 * schema, by one that programs stumble over, by any JSON, or by nothing.
 */
export function mutatedValue(schema: Schema, known: KnownValues): fc.Arbitrary<unknown> {
  const leaves = leavesOf(schema);
  const mutation = fc.record({
    leaf: fc.constantFrom(...leaves),
    choice: fc.nat(),
    random: ANY_JSON,
  });
  const howMany = fc.constantFrom(0, 1, 1, 1, 1, 2, 2, 3);
  const mutations = howMany.chain((count) => fc.array(mutation, { minLength: count, maxLength: count }));
  return fc.tuple(validValue(schema, '', known), mutations).map(([valid, changes]) =>
    changes.reduce((value, { leaf, choice, random }) => {
      const values = [...leaf.edges, ...HOSTILE, undefined];
      const at = choice % (values.length + RANDOM_SHARE);
      return replaced(value, leaf.path, at < values.length ? values[at] : random);
    }, valid),
  );
}
