import * as z from 'zod/mini';

type Io = 'input' | 'output';
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export type NamedSchemas = {
  readonly schemaOf: (schema: z.ZodMiniType, io: Io) => JsonSchema;
  /** By their names in `components/schemas`: those to which `schemaOf` has referred so far. */
  readonly components: Readonly<Record<string, JsonSchema>>;
};

/** `replace` may empty a schema inside and refer to a component instead. */
function convert(schema: z.ZodMiniType, io: Io, replace: (part: z.core.$ZodType, json: JsonSchema) => void) {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // Clients are to ignore fields that they do not know, since an answer may get more (docs/api.md).
      if (io === 'output' && def.type === 'object' && !('catchall' in def)) delete jsonSchema.additionalProperties;
      replace(zodSchema, jsonSchema);
    },
  });
  return rest as JsonSchema;
}

function isSameBothWays(schema: z.ZodMiniType): boolean {
  const [taken, answered] = (['input', 'output'] as const).map((io) => JSON.stringify(convert(schema, io, () => {})));
  return taken === answered;
}

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * Converts schemas of the contract to JSON Schema. Those in `named` become components to which all others
 * refer. One that is part of an answer and accepts something else in a request is two components:
 * `…Input` is the one for requests. `answers` are all schemas of answers.
 */
export function createNamedSchemas(
  named: Readonly<Record<string, z.ZodMiniType>>,
  answers: readonly z.ZodMiniType[],
): NamedSchemas {
  const names = new Map<z.core.$ZodType, readonly [string, z.ZodMiniType]>(
    Object.entries(named).map(([name, schema]) => [schema, [capitalised(name), schema]]),
  );
  const components: Record<string, JsonSchema> = {};
  const nameOf = (part: z.core.$ZodType, io: Io) => {
    const [name, schema] = names.get(part) ?? [];
    if (name === undefined || schema === undefined) return null;
    return io === 'input' && answered.has(name) && !isSameBothWays(schema) ? `${name}Input` : name;
  };
  const convertWithNames = (schema: z.ZodMiniType, io: Io) => {
    const found: Record<string, JsonSchema> = {};
    const converted = convert(schema, io, (part, json) => {
      const name = nameOf(part, io);
      if (name === null) return;
      found[name] = { ...json };
      for (const key of Object.keys(json)) delete json[key];
      json.$ref = `#/components/schemas/${name}`;
    });
    // Copied only now: what is inside them has been replaced, too.
    for (const [name, json] of Object.entries(found)) components[name] ??= structuredClone(json);
    return converted;
  };
  const answered = new Set<string>();
  const outputs = new Map(answers.map((answer) => [answer, convertWithNames(answer, 'output')]));
  for (const name of Object.keys(components)) answered.add(name);
  const schemaOf = (schema: z.ZodMiniType, io: Io) =>
    (io === 'output' ? outputs.get(schema) : undefined) ?? convertWithNames(schema, io);
  return { schemaOf, components };
}
