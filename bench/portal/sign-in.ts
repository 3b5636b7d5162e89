import type { LoadRequest } from '../load/run-load.ts';
import { customerEmail } from './seed-bench-data.ts';

export const PASSWORD = 'tall palm, slow river';

export function signInRequest(origin: string, customer: number): LoadRequest {
  return {
    method: 'POST',
    path: '/api/login',
    headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: customerEmail(customer), password: PASSWORD }),
  };
}

/** One cookie of a Cookie header, with its name; empty where it is not there. */
export function cookieNamed(name: string, header: string): string {
  return header.split('; ').find((pair) => pair.startsWith(`${name}=`)) ?? '';
}

/** Signs `count` customers in and returns their browsers' Cookie headers. */
export async function signIn(origin: string, count: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let customer = 1; customer <= count; customer++) {
    const { method, path, headers, body } = signInRequest(origin, customer);
    const response = await fetch(origin + path, { method, headers, body });
    if (!response.ok) throw new Error(`sign-in at ${origin} was refused: ${response.status} ${await response.text()}`);
    const given = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    cookies.push(given.join('; '));
  }
  return cookies;
}
