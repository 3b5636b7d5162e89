import type { ProfileLine, ProfileTemplates } from '@portal/contract/network/staff-vendor-profiles';
import {
  type Attribute,
  attribute,
  ipv4,
  ipv6Prefix,
  vendorAttribute,
  wholeNumber,
} from '../radius-actions/radius-packet.ts';
import { findAttribute, type KnownAttribute } from './radius-dictionary.ts';
import { isSendable, type Placeholder } from './template.policy.ts';

type Rates = { readonly downMbps: number; readonly upMbps: number };

/**
 * What a line gets, in megabits a second; the speed is the one in force, so at the limit the slower one.
 * Null for what it does not have.
 */
export type LineValues = Rates & {
  readonly limit: 'none' | 'slower' | 'stop';
  /** What the access server calls the policy of a line that is stopped at its limit. */
  readonly policy: string | null;
  readonly burst: Rates | null;
  readonly address: string | null;
  readonly prefix: string | null;
  readonly pool: string | null;
  readonly sessionTimeoutS: number | null;
};

/** The values of a line of which only the speed is known. */
export function atSpeed(rates: Rates): LineValues {
  return {
    ...rates,
    limit: 'none',
    policy: null,
    burst: null,
    address: null,
    prefix: null,
    pool: null,
    sessionTimeoutS: null,
  };
}

const LARGEST = 2 ** 32 - 1;

function ratesIn(prefix: '' | 'burst', { downMbps, upMbps }: Rates) {
  const [down, up] = prefix === '' ? ['down', 'up'] : ['burstDown', 'burstUp'];
  return {
    [`${down}Mbps`]: downMbps,
    [`${up}Mbps`]: upMbps,
    [`${down}Kbps`]: downMbps * 1000,
    [`${up}Kbps`]: upMbps * 1000,
    [`${down}Bps`]: downMbps * 1_000_000,
    [`${up}Bps`]: upMbps * 1_000_000,
  };
}

/** An attribute with its value, of which FreeRADIUS expands nothing. */
type Rendered = { readonly known: KnownAttribute; readonly value: string };

/** Leaves out what cannot be sent: a line without its attribute is better than one that is refused. */
function render(lines: readonly ProfileLine[], values: Partial<Record<Placeholder, string | number>>): Rendered[] {
  return lines.flatMap((line) => {
    const known = findAttribute(line.attribute);
    if (known === null) return [];
    const text = line.value.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name as Placeholder] ?? ''));
    const value = known.type === 'whole' && /^\d+$/.test(text) ? String(Math.min(Number(text), LARGEST)) : text;
    return isSendable(known.type, value) ? [{ known, value }] : [];
  });
}

/** What a running session can be told: its speed, the policy at the limit, how long it may last. */
function changeable(templates: ProfileTemplates, values: LineValues): Rendered[] {
  const { burst, policy, limit, sessionTimeoutS } = values;
  const rates = ratesIn('', values);
  const hasBurst = burst !== null && templates.burst.length > 0;
  const speed = hasBurst
    ? render(templates.burst, { ...rates, ...ratesIn('burst', burst) })
    : render(templates.speed, rates);
  const stopped = limit === 'stop' ? render(templates['limit-policy'], { ...rates, policy: policy ?? '' }) : [];
  const replaced = new Set(stopped.filter(({ known }) => !known.repeats).map(({ known }) => known));
  return [
    ...speed.filter(({ known }) => !replaced.has(known)),
    ...stopped,
    ...(sessionTimeoutS === null ? [] : render(templates['session-timeout'], { seconds: sessionTimeoutS })),
  ];
}

function ofAccept(templates: ProfileTemplates, values: LineValues): Rendered[] {
  const { address, prefix, pool } = values;
  return [
    ...changeable(templates, values),
    // An access server with both may take either.
    ...(pool === null || address !== null ? [] : render(templates.pool, { pool })),
    ...(address === null ? [] : render(templates['static-address'], { address })),
    ...(prefix === null ? [] : render(templates['ipv6-prefix'], { prefix })),
  ];
}

const readable = ({ known, value }: Rendered): string | number => (known.type === 'whole' ? Number(value) : value);

/** What rlm_rest sets in the reply; `+=` where an attribute has more than one value. */
export type ReplyAttributes = Record<
  string,
  string | number | { readonly op: '+='; readonly value: (string | number)[] }
>;

/** The attributes of an Access-Accept, in rlm_rest's names. */
export function acceptAttributes(templates: ProfileTemplates, values: LineValues): ReplyAttributes {
  const byName = Map.groupBy(ofAccept(templates, values), ({ known }) => known.name);
  return Object.fromEntries(
    [...byName].map(([name, all]) => {
      const [first, ...others] = all.map(readable);
      return [
        `reply:${name}`,
        others.length === 0 && first !== undefined ? first : { op: '+=', value: all.map(readable) },
      ];
    }),
  );
}

/** Tag 0 means none; Junos numbers services by it. */
const UNTAGGED = Buffer.of(0);

function bytesOf({ known, value }: Rendered): Buffer | null {
  switch (known.type) {
    case 'whole':
      return wholeNumber(Number(value));
    case 'ipv4':
      return ipv4(value);
    case 'ipv6-prefix':
      return ipv6Prefix(value);
    case 'text':
      return known.tagged ? Buffer.concat([UNTAGGED, Buffer.from(value)]) : Buffer.from(value);
  }
}

/**
 * The attributes of a CoA-Request, encoded. Addresses, prefixes and pools are left out: a session has
 * those from its beginning to its end.
 */
export function coaAttributes(templates: ProfileTemplates, values: LineValues): Attribute[] {
  return changeable(templates, values).flatMap((rendered) => {
    const bytes = bytesOf(rendered);
    const { vendor, number } = rendered.known;
    if (bytes === null) return [];
    return [vendor === null ? attribute(number, bytes) : vendorAttribute(vendor, number, bytes)];
  });
}

const linesOf = (all: readonly Rendered[]): ProfileLine[] =>
  all.map(({ known, value }) => ({ attribute: known.name, value }));

/** The same attributes for people: of an Access-Accept, and of a CoA-Request. */
export function previewAttributes(templates: ProfileTemplates, values: LineValues) {
  return { accept: linesOf(ofAccept(templates, values)), change: linesOf(changeable(templates, values)) };
}
