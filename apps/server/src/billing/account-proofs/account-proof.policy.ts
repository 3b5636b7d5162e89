import { hash } from 'node:crypto';

/** 32 signs without those that look like others on paper, so that each is five bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_BYTES = 16;

/** The code of a proof, of 80 random bits: the lowest five of each byte. */
export function proofCode(randomBytes: (size: number) => Uint8Array): string {
  return Array.from(randomBytes(CODE_BYTES), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** As it is printed, in groups of four. */
export function groupedCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}

/** A number or a code as somebody has typed it off the paper: in capitals, without what separates groups. */
export function typedCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0');
}

/** The number of a paper that can be checked as it is stored, from how it was typed; null where it is none. */
export function typedProofNumber(typed: string): string | null {
  const [, series, year, sequence] = /^(PRF|ADR)(\d{4})(\d{1,9})$/.exec(typedCode(typed)) ?? [];
  return series === undefined || sequence === undefined ? null : `${series}-${year}-${sequence.padStart(6, '0')}`;
}

/** What a proof says. */
type ProofFacts = {
  readonly issuer: { readonly name: string; readonly address: string | null };
  readonly accountNumber: string;
  readonly name: string;
  readonly place: string | null;
  readonly since: string;
  readonly paidUntil: string | null;
};

/** The same facts, in the same language on the same day in Lagos. */
export function factsKeyOf(facts: {
  readonly lineId: number;
  readonly language: string;
  readonly day: string;
  readonly snapshot: ProofFacts;
}): string {
  const { lineId, language, day, snapshot } = facts;
  const { issuer, accountNumber, name, place, since, paidUntil } = snapshot;
  const words = [lineId, language, day, issuer.name, issuer.address, accountNumber, name, place, since, paidUntil];
  return hash('sha256', JSON.stringify(words), 'base64url');
}

/** The first letter of each word of a name: "A••• O•••". What is long stays as long as what is short. */
export function maskedName(name: string): string {
  return name
    .split(/\s+/u)
    .filter(Boolean)
    .map((word) => `${[...word][0]}•••`)
    .join(' ');
}
