import { errorAnswer } from '@portal/contract/error-answer';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import * as z from 'zod/mini';
import type { FuzzCase } from './cases.ts';
import type { FuzzAnswer } from './send.ts';

export const SLOWEST_MS = 2000;

/** Words of the implementation, in a refusal. */
const OF_IMPLEMENTATION =
  /\bstack\b|\/src\/|node_modules|SQLSTATE|\bselect |\binsert |\bupdate .* set |drizzle|postgres|pg_|at \w+ \(|ECONN|ENOENT|DATABASE_URL|duplicate key|violates|syntax error|constraint/i;

/** The first words of the validation library's own messages, which are not for readers. */
const OF_LIBRARY = /"(Invalid (?!email )|Too (big|small)|Unrecognized key)|: expected |, received /;

/** What no answer may contain, whoever asks. */
const SECRET = /\$argon2|sk_test_sandbox|sandbox-interswitch-webhook|"password_?[hH]ash":/;

const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 409, 413, 414, 415, 422, 429, 431]);

export type Kind = 'is a defect' | 'is slow' | 'is not in the contract' | 'reveals something' | 'is lost';

export type Finding = { readonly kind: Kind; readonly what: string };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong with an answer to a request of this call. `foreign` is a word that another customer alone may read. */
export function judge(
  entry: Endpoint,
  { caller }: Pick<FuzzCase, 'caller'>,
  answer: FuzzAnswer,
  foreign: string | RegExp,
): Finding[] {
  const { status, body, ms } = answer;
  const findings: Finding[] = [];
  const find = (kind: Kind, what: string): void => void findings.push({ kind, what });
  if (status === 0) return [{ kind: 'is lost', what: body }];
  if (ms > SLOWEST_MS) find('is slow', `${Math.round(ms)} ms`);
  if (status >= 500) find('is a defect', `${status} ${body.slice(0, 200)}`);
  if (SECRET.test(body)) find('reveals something', `${status} ${body.slice(0, 300)}`);
  if (caller !== 'key' && !entry.path.startsWith('/api/staff/') && body.search(foreign) !== -1) {
    find('reveals something', 'a word of another customer');
  }
  if (status >= 200 && status < 300) {
    if (entry.answer !== null && status !== 204) {
      const { error } = z.safeParse(entry.answer, parsed(body));
      if (error) find('is not in the contract', `${status} ${JSON.stringify(error.issues).slice(0, 300)}`);
    }
    return findings;
  }
  if (status >= 300 && status < 400) return findings;
  if (status < 500 && !REFUSALS.has(status)) find('is not in the contract', `${status} ${body.slice(0, 200)}`);
  if (OF_IMPLEMENTATION.test(body) || OF_LIBRARY.test(body))
    find('reveals something', `${status} ${body.slice(0, 300)}`);
  const isPage = String(answer.headers['content-type']).startsWith('text/html');
  const isRadius = entry.access === 'network';
  if (!isPage && !isRadius && z.safeParse(errorAnswer, parsed(body)).error) {
    find('is not in the contract', `${status} ${body.slice(0, 200)}`);
  }
  return findings;
}
