/**
 * How a value is encoded: text, a whole number of 32 bits, an IPv4 address, or an IPv6 prefix (RFC 3162).
 */
export type AttributeType = 'text' | 'whole' | 'ipv4' | 'ipv6-prefix';

/**
 * `vendor` is null for an attribute of the RFCs. `tagged`: its value follows a tag (RFC 2868, 3.1). `repeats`: a
 * session has several values of it, which add up; of the others the policy at the limit replaces the speed's.
 */
export type KnownAttribute = {
  readonly name: string;
  readonly vendor: number | null;
  readonly number: number;
  readonly type: AttributeType;
  readonly tagged?: true;
  readonly repeats?: true;
};

const rfc = (name: string, number: number, type: AttributeType): KnownAttribute => ({
  name,
  vendor: null,
  number,
  type,
});

const ofVendor =
  (vendor: number) =>
  (name: string, number: number, type: AttributeType = 'text'): KnownAttribute => ({ name, vendor, number, type });

const cisco = ofVendor(9);
const huawei = ofVendor(2011);
const juniper = ofVendor(4874);
const mikrotik = ofVendor(14_988);
const wispr = ofVendor(14_122);

/**
 * The attributes that a vendor profile may have, by the names, numbers and types of FreeRADIUS' own
 * dictionaries (a test has FreeRADIUS decode them): those of the profiles that come with the portal, and
 * the usual ones beside them. What identifies a session or the caller is left out, since a profile
 * that changed it would break accounting.
 */
const ATTRIBUTES: readonly KnownAttribute[] = [
  rfc('Framed-IP-Address', 8, 'ipv4'),
  rfc('Framed-IP-Netmask', 9, 'ipv4'),
  rfc('Filter-Id', 11, 'text'),
  rfc('Framed-MTU', 12, 'whole'),
  { ...rfc('Framed-Route', 22, 'text'), repeats: true },
  rfc('Session-Timeout', 27, 'whole'),
  rfc('Idle-Timeout', 28, 'whole'),
  rfc('Framed-Pool', 88, 'text'),
  rfc('Framed-IPv6-Prefix', 97, 'ipv6-prefix'),
  { ...rfc('Framed-IPv6-Route', 99, 'text'), repeats: true },
  rfc('Framed-IPv6-Pool', 100, 'text'),
  rfc('Delegated-IPv6-Prefix', 123, 'ipv6-prefix'),
  rfc('Delegated-IPv6-Prefix-Pool', 171, 'text'),
  { ...cisco('Cisco-AVPair', 1), repeats: true },
  cisco('Cisco-Policy-Up', 37),
  cisco('Cisco-Policy-Down', 38),
  { ...cisco('Cisco-Account-Info', 250), repeats: true },
  { ...cisco('Cisco-Service-Info', 251), repeats: true },
  huawei('Huawei-Input-Burst-Size', 1, 'whole'),
  huawei('Huawei-Input-Average-Rate', 2, 'whole'),
  huawei('Huawei-Input-Peak-Rate', 3, 'whole'),
  huawei('Huawei-Output-Burst-Size', 4, 'whole'),
  huawei('Huawei-Output-Average-Rate', 5, 'whole'),
  huawei('Huawei-Output-Peak-Rate', 6, 'whole'),
  huawei('Huawei-Qos-Profile-Name', 31),
  huawei('Huawei-Policy-Name', 95),
  huawei('Huawei-Domain-Name', 138),
  huawei('Huawei-Delegated-IPv6-Prefix-Pool', 191),
  juniper('ERX-Address-Pool-Name', 2),
  juniper('ERX-Ingress-Policy-Name', 10),
  juniper('ERX-Egress-Policy-Name', 11),
  juniper('ERX-Qos-Profile-Name', 26),
  { ...juniper('ERX-Service-Activate', 65), tagged: true, repeats: true },
  { ...juniper('ERX-CoS-Shaping-Pmt-Type', 108), repeats: true },
  juniper('ERX-IPv6-Delegated-Pool-Name', 161),
  juniper('ERX-Cos-Shaping-Rate', 177),
  mikrotik('Mikrotik-Group', 3),
  mikrotik('Mikrotik-Rate-Limit', 8),
  mikrotik('Mikrotik-Mark-Id', 11),
  mikrotik('Mikrotik-Address-List', 19),
  mikrotik('Mikrotik-Delegated-IPv6-Pool', 22),
  wispr('WISPr-Redirection-URL', 4),
  wispr('WISPr-Bandwidth-Min-Up', 5, 'whole'),
  wispr('WISPr-Bandwidth-Min-Down', 6, 'whole'),
  wispr('WISPr-Bandwidth-Max-Up', 7, 'whole'),
  wispr('WISPr-Bandwidth-Max-Down', 8, 'whole'),
];

const byName: ReadonlyMap<string, KnownAttribute> = new Map(ATTRIBUTES.map((known) => [known.name, known]));

/** The known attributes, by their numbers within each vendor. */
export const knownAttributes: readonly KnownAttribute[] = ATTRIBUTES;

/** Null for one that no profile may have. */
export function findAttribute(name: string): KnownAttribute | null {
  return byName.get(name) ?? null;
}
