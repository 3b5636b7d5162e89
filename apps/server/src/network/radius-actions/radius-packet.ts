import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Codes of RFC 5176. */
export const CODES = { disconnect: 40, 'change-speed': 43 } as const;
const ANSWERS: Readonly<Record<number, { readonly to: number; readonly isAck: boolean }>> = {
  41: { to: 40, isAck: true },
  42: { to: 40, isAck: false },
  44: { to: 43, isAck: true },
  45: { to: 43, isAck: false },
};

const HEADER = 20;
const AUTHENTICATOR = 4;
const LONGEST_VALUE = 253;
const MESSAGE_AUTHENTICATOR = 80;
const ERROR_CAUSE = 101;

export type Attribute = Buffer;

/** One attribute: its number, its length, its value. Text beyond 253 bytes is truncated. */
export function attribute(type: number, value: Buffer | string): Attribute {
  const bytes = Buffer.from(value).subarray(0, LONGEST_VALUE);
  return Buffer.concat([Buffer.from([type, bytes.length + 2]), bytes]);
}

/** An attribute of a vendor (RFC 2865, 5.26). */
export function vendorAttribute(vendor: number, type: number, value: Buffer | string): Attribute {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(vendor);
  return attribute(26, Buffer.concat([number, attribute(type, value)]));
}

export function wholeNumber(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Null unless it is an IPv4 address. */
export function ipv4(address: string): Buffer | null {
  const parts = address.split('.').map(Number);
  const isAddress = parts.length === 4 && parts.every((part) => Number.isInteger(part) && part >= 0 && part < 256);
  return isAddress ? Buffer.from(parts) : null;
}

/** Null unless it is an IPv6 address. */
function ipv6(address: string): Buffer | null {
  if (!isIPv6(address)) return null;
  const [head = '', tail] = address.split('::');
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const gap = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16));
  if (groups.length !== 8 || address.includes('.')) return null;
  const bytes = Buffer.alloc(16);
  for (const [index, group] of groups.entries()) bytes.writeUInt16BE(group, index * 2);
  return bytes;
}

/**
 * A prefix such as `2001:db8:1::/56` (RFC 3162, 2.3): what lies beyond its length is zero. Null unless it
 * is one.
 */
export function ipv6Prefix(prefix: string): Buffer | null {
  const [address = '', written = ''] = prefix.split('/');
  const [bytes, length] = [ipv6(address), Number(written)];
  if (bytes === null || !/^\d{1,3}$/.test(written) || length > 128) return null;
  const masked = bytes.map((byte, index) => byte & (0xff << Math.min(8, Math.max(0, 8 - (length - index * 8)))));
  return Buffer.concat([Buffer.of(0, length), Buffer.from(masked).subarray(0, Math.ceil(length / 8))]);
}

const md5 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * A Disconnect- or CoA-Request: the request authenticator is MD5 over the packet with 16 zero bytes
 * in its place and the secret; the attributes include a Message-Authenticator, computed before it
 * over the same zeros (RFC 5176, 2.3 and 3.4).
 */
export function encodeRequest(request: {
  readonly code: number;
  readonly id: number;
  readonly attributes: readonly Attribute[];
  readonly secret: string;
}): Buffer {
  const proof = attribute(MESSAGE_AUTHENTICATOR, Buffer.alloc(16));
  const packet = Buffer.concat([Buffer.alloc(HEADER), proof, ...request.attributes]);
  packet.writeUInt8(request.code, 0);
  packet.writeUInt8(request.id, 1);
  packet.writeUInt16BE(packet.length, 2);
  createHmac('md5', request.secret)
    .update(packet)
    .digest()
    .copy(packet, HEADER + 2);
  md5(packet, request.secret).copy(packet, AUTHENTICATOR);
  return packet;
}

export type NasAnswer = { readonly isAck: boolean; readonly cause: number | null };

function causeIn(attributes: Buffer): number | null {
  for (let at = 0; at + 2 <= attributes.length; ) {
    const length = attributes.readUInt8(at + 1);
    if (length < 2 || at + length > attributes.length) return null;
    if (attributes.readUInt8(at) === ERROR_CAUSE && length === 6) return attributes.readUInt32BE(at + 2);
    at += length;
  }
  return null;
}

/**
 * The access server's answer to `request`; null for a packet that is not its answer, or was not
 * signed with the secret.
 */
export function decodeAnswer(packet: Buffer, request: Buffer, secret: string): NasAnswer | null {
  if (packet.length < HEADER || packet.readUInt16BE(2) > packet.length || packet.readUInt16BE(2) < HEADER) return null;
  const whole = packet.subarray(0, packet.readUInt16BE(2));
  const answer = ANSWERS[whole.readUInt8(0)];
  if (!answer || answer.to !== request.readUInt8(0) || whole.readUInt8(1) !== request.readUInt8(1)) return null;
  const attributes = whole.subarray(HEADER);
  const asked = request.subarray(AUTHENTICATOR, HEADER);
  const expected = md5(whole.subarray(0, AUTHENTICATOR), asked, attributes, secret);
  if (!timingSafeEqual(expected, whole.subarray(AUTHENTICATOR, HEADER))) return null;
  return { isAck: answer.isAck, cause: causeIn(attributes) };
}
