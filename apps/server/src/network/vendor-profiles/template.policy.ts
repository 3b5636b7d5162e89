import { isIPv4, isIPv6 } from 'node:net';
import type { ProfileLine, ProfileTemplates, TemplatePurpose } from '@portal/contract/network/staff-vendor-profiles';
import { templatePurposes } from '@portal/contract/network/staff-vendor-profiles';
import { type AttributeType, findAttribute } from './radius-dictionary.ts';

const RATES = ['downMbps', 'upMbps', 'downKbps', 'upKbps', 'downBps', 'upBps'] as const;
const BURSTS = ['burstDownMbps', 'burstUpMbps', 'burstDownKbps', 'burstUpKbps', 'burstDownBps', 'burstUpBps'] as const;

export type Placeholder =
  | (typeof RATES)[number]
  | (typeof BURSTS)[number]
  | 'pool'
  | 'policy'
  | 'address'
  | 'prefix'
  | 'seconds';

/** What each purpose may name in braces. */
export const placeholders: Readonly<Record<TemplatePurpose, readonly Placeholder[]>> = {
  speed: RATES,
  burst: [...RATES, ...BURSTS],
  pool: ['pool'],
  'limit-policy': ['policy', ...RATES],
  'static-address': ['address'],
  'ipv6-prefix': ['prefix'],
  'session-timeout': ['seconds'],
};

/** Those of which an attribute of a type can be made, besides numbers that are written out. */
const FITTING: Readonly<Record<Exclude<AttributeType, 'text'>, (name: string) => boolean>> = {
  whole: (name) => /(?:Mbps|Kbps|Bps)$/.test(name) || name === 'seconds',
  ipv4: (name) => name === 'address',
  'ipv6-prefix': (name) => name === 'prefix',
};

const LARGEST = 2 ** 32 - 1;
const LONGEST = 247;
/** What FreeRADIUS or a shell might read as more than text. */
const EXPANDED = /[%`\\"$]/;
const PRINTABLE = /^[ -~]*$/;

const isWhole = (text: string): boolean => /^\d{1,10}$/.test(text) && Number(text) <= LARGEST;

function isPrefix(text: string): boolean {
  const [address = '', length = '', ...more] = text.split('/');
  return more.length === 0 && isIPv6(address) && /^\d{1,3}$/.test(length) && Number(length) <= 128;
}

const IS: Readonly<Record<Exclude<AttributeType, 'text'>, (text: string) => boolean>> = {
  whole: isWhole,
  ipv4: isIPv4,
  'ipv6-prefix': isPrefix,
};

const MEANT = {
  whole: 'a whole number, or one placeholder of a rate or of seconds',
  ipv4: 'an IPv4 address, or {address}',
  'ipv6-prefix': 'an IPv6 prefix, or {prefix}',
} as const;

/** Whether a value that was rendered can be sent: text of plain signs that nothing expands, or the type's own form. */
export function isSendable(type: AttributeType, value: string): boolean {
  if (type !== 'text') return IS[type](value);
  return value !== '' && value.length <= LONGEST && PRINTABLE.test(value) && !EXPANDED.test(value);
}

function findValueFault(purpose: TemplatePurpose, { attribute, value }: ProfileLine, type: AttributeType) {
  if (!PRINTABLE.test(value)) return `${attribute} may have plain letters, digits and signs only.`;
  if (EXPANDED.test(value)) return `${attribute} may not have % $ " \` or \\: FreeRADIUS would read more into them.`;
  const named = [...value.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  if (/[{}]/.test(value.replace(/\{[^{}]*\}/g, ''))) return `${attribute} has a brace that is not closed.`;
  const allowed: readonly string[] = placeholders[purpose];
  const unknown = named.find((name) => !allowed.includes(name));
  if (unknown !== undefined) {
    return `${attribute} names {${unknown}}. Here it may name ${allowed.map((name) => `{${name}}`).join(', ')}.`;
  }
  if (type === 'text') return null;
  const only = /^\{(\w+)\}$/.exec(value)?.[1];
  const fits = only === undefined ? IS[type](value) : FITTING[type](only);
  return fits ? null : `${attribute} takes ${MEANT[type]}.`;
}

/** Why a line cannot be part of a profile, in a sentence; null when it can. */
export function findLineFault(purpose: TemplatePurpose, line: ProfileLine): string | null {
  const known = findAttribute(line.attribute);
  if (known === null) return `“${line.attribute.slice(0, 60)}” is not an attribute that a profile may have.`;
  return findValueFault(purpose, line, known.type);
}

/** By purpose the first sentence about a line that cannot be part of a profile. */
export function findTemplateFaults(templates: Partial<ProfileTemplates>): Partial<Record<TemplatePurpose, string>> {
  const faults: Partial<Record<TemplatePurpose, string>> = {};
  for (const purpose of templatePurposes) {
    const fault = (templates[purpose] ?? [])
      .map((line) => findLineFault(purpose, line))
      .find((found) => found !== null);
    if (fault) faults[purpose] = fault;
  }
  return faults;
}
