import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { schemaOf, validCasesOf } from '../../bench/fuzz/cases.ts';
import type { KnownValues, Schema } from '../../bench/fuzz/schema-values.ts';

type Path = readonly string[];

/** A call of visitors or customers, and its fields that people write in their own words. */
export type TextCall = { readonly entry: Endpoint; readonly fields: readonly Path[] };

/** Secrets, ids and what is chosen from a list: none of them is shown as somebody wrote it. */
const NOT_WRITTEN =
  /password|token|code|otp|website|^plan|^bundle|^charge|reference|gateway|session|Id$|textVersion|attachments|^card$|paidUntil|phone|transports|email|taxId/i;
/** They end the session or the account, or are done once by the drill itself. */
const LEFT_OUT = /^\/api\/(login|register|account-invitations|not-me|user\/(privacy\/deletion|passkeys|second-factor))/;

function textsOf(schema: Schema, path: Path = []): Path[] {
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((branch) => textsOf(branch, path));
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, of]) => textsOf(of, [...path, name]));
  const isText = schema.type === 'string' && !schema.enum && !('const' in schema) && !schema.pattern && !schema.format;
  return [...branches, ...inner, ...(isText && !NOT_WRITTEN.test(path.at(-1) ?? '') ? [path] : [])];
}

/** From the contract; what cancels comes last. */
export function listTextCalls(): TextCall[] {
  const calls = endpoints
    .filter(
      (entry: Endpoint) => (entry.access === 'anyone' || entry.access === 'session') && !LEFT_OUT.test(entry.path),
    )
    .map((entry: Endpoint) => ({ entry, fields: textsOf(schemaOf(entry.body)) }))
    .filter(({ fields }) => fields.length > 0);
  const isLast = ({ entry }: TextCall): boolean => entry.path.endsWith('/cancellation');
  return [...calls.filter((call) => !isLast(call)), ...calls.filter(isLast)];
}

export const nameOf = ({ entry }: TextCall, field: Path): string => `${entry.method} ${entry.path} ${field.join('.')}`;

function put(value: unknown, [step, ...rest]: Path, text: string): unknown {
  if (step === undefined) return text;
  const whole = typeof value === 'object' && value !== null ? value : {};
  return { ...whole, [step]: put(Reflect.get(whole, step), rest, text) };
}

/** A valid request with `text` in all of its fields of text. */
export function requestWith(call: TextCall, known: KnownValues, seed: number, text: string) {
  const [valid] = validCasesOf(call.entry, known, { seed, count: 1 });
  if (!valid) throw new Error(`no request for ${call.entry.path}`);
  const body = call.fields.reduce((value, field) => put(value, field, text), JSON.parse(String(valid.body)));
  return { method: valid.method, path: valid.path, body: JSON.stringify(body) };
}
