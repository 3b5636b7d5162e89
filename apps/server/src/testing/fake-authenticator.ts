import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The parts of CBOR (RFC 8949) that an attestation is made of. */
type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [encode(key), encode(item)])]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const inBase64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** What a test may have the authenticator, or the page that asks it, do wrong. */
export type Fault = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly unverified?: true;
  readonly userHandle?: string;
  readonly format?: string;
};

/**
 * An authenticator with one key (P-256, ES256) as WebAuthn describes it. It counts its signatures;
 * "synced" ones have no count.
 */
export class FakeAuthenticator {
  readonly id = inBase64url(randomBytes(16));
  counter = 0;
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #synced: boolean;
  #userHandle = '';

  constructor(origin: string, { synced = false } = {}) {
    this.#origin = origin;
    this.#synced = synced;
  }

  #clientData(type: string, challenge: string, fault: Fault): Buffer {
    const { origin = this.#origin } = fault;
    return Buffer.from(JSON.stringify({ type, challenge: fault.challenge ?? challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(rpId: string, fault: Fault, attested: Buffer = Buffer.alloc(0)): Buffer {
    if (!this.#synced) this.counter++;
    const backup = this.#synced ? 0b1_1000 : 0;
    const flags = 0b1 | (fault.unverified ? 0 : 0b100) | backup | (attested.length > 0 ? 0b100_0000 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(fault.counter ?? this.counter);
    return Buffer.concat([sha256(fault.rpId ?? rpId), Buffer.from([flags]), count, attested]);
  }

  /** What the browser answers to creation options. */
  create(options: { challenge: string; rp: { id: string }; user: { id: string } }, fault: Fault = {}) {
    this.#userHandle = options.user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, encode(key)]);
    const attestation = new Map<string, Cbor>([
      ['fmt', fault.format ?? 'none'],
      ['attStmt', new Map()],
      ['authData', this.#authenticatorData(options.rp.id, fault, attested)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: inBase64url(this.#clientData('webauthn.create', options.challenge, fault)),
        attestationObject: inBase64url(encode(attestation)),
        transports: ['internal', 'made-up'],
      },
      clientExtensionResults: {},
    };
  }

  /** What the browser answers to request options. */
  get(options: { challenge: string; rpId: string }, fault: Fault = {}) {
    const clientData = this.#clientData('webauthn.get', options.challenge, fault);
    const authenticatorData = this.#authenticatorData(options.rpId, fault);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.#keys.privateKey);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: inBase64url(clientData),
        authenticatorData: inBase64url(authenticatorData),
        signature: inBase64url(signature),
        userHandle: fault.userHandle ?? this.#userHandle,
      },
      clientExtensionResults: {},
    };
  }
}
