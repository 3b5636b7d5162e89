import type { Clock } from '@portal/kernel/clock';
import * as z from 'zod/mini';
import type { HttpClient } from '../../platform/outside/http-client.ts';
import { CLOCK_TOLERANCE_S } from './create-directory.ts';

const metadata = z.object({ issuer: z.string(), jwks_uri: z.url() });
const keySet = z.object({ keys: z.array(z.object({ kty: z.string() })) });

type Deps = { readonly issuer: string; readonly http: HttpClient; readonly clock: Clock };

/**
 * What is wrong with the directory, in a sentence: its discovery document, its keys, or the clocks, by
 * more than a sign-in tolerates. Null when staff can sign in by it, as far as that can be told without
 * one of them.
 */
export async function checkDirectory({ issuer, http, clock }: Deps): Promise<string | null> {
  const document = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = await read(http, document);
  if ('fault' in found) return found.fault;
  const { data } = z.safeParse(metadata, found.body);
  if (!data) return about(document, 'is no discovery document');
  if (data.issuer !== issuer) return about(document, 'is of another issuer,', data.issuer);
  const driftS = found.date ? Math.abs(found.date.getTime() - clock().getTime()) / 1000 : 0;
  if (driftS > CLOCK_TOLERANCE_S) return `its clock and that of this machine are ${Math.round(driftS)} s apart`;
  const keys = await read(http, data.jwks_uri);
  if ('fault' in keys) return keys.fault;
  const set = z.safeParse(keySet, keys.body).data;
  return set && set.keys.length > 0 ? null : about(data.jwks_uri, 'has no keys');
}

/** For the log and the operator: no customer reads it. */
const about = (...words: readonly (string | number)[]): string => words.join(' ');

async function read(http: HttpClient, url: string) {
  const answer = await http.send({ method: 'GET', url });
  if (answer.kind !== 'answered') return { fault: about(url, 'does not answer:', answer.reason) };
  return answer.status === 200 ? answer : { fault: about(url, 'answers with status', answer.status) };
}
