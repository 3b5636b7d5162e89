import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

/** Stores cookies and sends the fetch metadata of a browser. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #origin: string;
  readonly #address: string;

  constructor(app: FastifyInstance, origin: string, address = '203.0.113.7') {
    this.#app = app;
    this.#origin = origin;
    this.#address = address;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.send('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  }

  put(path: string, body: unknown): Promise<LightMyRequestResponse> {
    return this.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  delete(path: string): Promise<LightMyRequestResponse> {
    return this.send('DELETE', path, undefined, {});
  }

  /** Creates an account and signs in; a missing field is filled with a valid, unused value. */
  async register(fields: Record<string, unknown> = {}): Promise<LightMyRequestResponse> {
    const person = newCustomer();
    // All of these browsers have one address: a referral between them must not look like one
    // person's.
    const lastName = 'referralCode' in fields ? `Friend ${customers}` : person.lastName;
    return this.post('/api/register', { ...person, lastName, ...fields });
  }

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload: string | undefined,
    headers: Record<string, string>,
  ): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#app.inject({
      method,
      url: path,
      headers: {
        'x-forwarded-for': this.#address,
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { origin: this.#origin }),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    this.#keepCookies(response);
    return response;
  }

  #keepCookies(response: LightMyRequestResponse): void {
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge !== undefined && maxAge <= 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

let customers = 0;

export const GOOD_PASSWORD = 'Harmattan-Okra-42';

export function newCustomer() {
  customers++;
  return {
    firstName: 'Bisi',
    lastName: 'Adu',
    email: `customer-${customers}@mail.example`,
    password: GOOD_PASSWORD,
  };
}
