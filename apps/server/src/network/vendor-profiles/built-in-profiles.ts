import type { ProfileLine, ProfileTemplates } from '@portal/contract/network/staff-vendor-profiles';

const line = (attribute: string, value: string): ProfileLine => ({ attribute, value });

/** What the RFCs have for every vendor. */
const standard = {
  pool: [line('Framed-Pool', '{pool}')],
  'limit-policy': [line('Filter-Id', '{policy}')],
  'static-address': [line('Framed-IP-Address', '{address}')],
  'ipv6-prefix': [line('Delegated-IPv6-Prefix', '{prefix}')],
  'session-timeout': [line('Session-Timeout', '{seconds}')],
} satisfies Partial<ProfileTemplates>;

/**
 * Upload first: the rates are the router's, which receives what the customer sends. Behind a space the
 * burst, where it begins and how many seconds it lasts. Mikrotik-Address-List puts the line's address on a
 * list of the firewall. (RouterOS: RADIUS client, supported attributes, wiki.mikrotik.com/wiki/Manual:RADIUS_Client.)
 */
const rateLimit = line('Mikrotik-Rate-Limit', '{upMbps}M/{downMbps}M');
const mikrotik = {
  ...standard,
  speed: [rateLimit],
  burst: [
    line('Mikrotik-Rate-Limit', '{upMbps}M/{downMbps}M {burstUpMbps}M/{burstDownMbps}M {upMbps}M/{downMbps}M 16/16'),
  ],
  'limit-policy': [line('Mikrotik-Address-List', '{policy}')],
};

/** Bits a second (WISPr 1.0, annex C); there is nothing for a burst. */
const wisprSpeed = [line('WISPr-Bandwidth-Max-Down', '{downBps}'), line('WISPr-Bandwidth-Max-Up', '{upBps}')];

type BuiltIn = { readonly key: string; readonly templates: ProfileTemplates };

/** What access servers get that nobody has added. */
export const DEFAULT_PROFILE = 'mikrotik-wispr';

/** The profiles that come with the portal; the migration has given each its row and its name. */
export const builtInProfiles: readonly BuiltIn[] = [
  // RouterOS prefers its own attribute, so the others speak to everything else.
  { key: DEFAULT_PROFILE, templates: { ...mikrotik, speed: [rateLimit, ...wisprSpeed] } },
  { key: 'mikrotik', templates: mikrotik },
  { key: 'wispr', templates: { ...standard, speed: wisprSpeed, burst: [] } },
  {
    // Input is upstream; bits a second. The peak rate is the burst of a dual-rate bucket (NetEngine 8000,
    // RADIUS attributes, HW-Input-Peak-Information-Rate). Filter-Id names a user group.
    key: 'huawei',
    templates: {
      ...standard,
      speed: [line('Huawei-Input-Average-Rate', '{upBps}'), line('Huawei-Output-Average-Rate', '{downBps}')],
      burst: [
        line('Huawei-Input-Average-Rate', '{upBps}'),
        line('Huawei-Input-Peak-Rate', '{burstUpBps}'),
        line('Huawei-Output-Average-Rate', '{downBps}'),
        line('Huawei-Output-Peak-Rate', '{burstDownBps}'),
      ],
    },
  },
  {
    // Names of policy maps that the router has: rates are in the maps (Cisco 10000 QoS configuration guide,
    // 18: Cisco-Policy-Up is what the subscriber sends; ip:addr-pool).
    key: 'cisco',
    templates: {
      ...standard,
      speed: [line('Cisco-Policy-Up', 'up-{upMbps}M'), line('Cisco-Policy-Down', 'down-{downMbps}M')],
      burst: [],
      pool: [line('Cisco-AVPair', 'ip:addr-pool={pool}')],
    },
  },
  {
    // T02 is the shaping rate of the traffic control profile, downstream; upstream is policed by a filter
    // that the router has (Junos: CoS traffic shaping attributes for dynamic profiles, vendor 4874).
    key: 'juniper',
    templates: {
      ...standard,
      speed: [line('ERX-CoS-Shaping-Pmt-Type', 'T02 {downBps}'), line('ERX-Ingress-Policy-Name', 'up-{upMbps}M')],
      burst: [],
      'limit-policy': [line('ERX-Ingress-Policy-Name', '{policy}')],
    },
  },
  {
    // Kilobits a second, downstream first (docs.accel-ppp.org, [shaper], attr). Filter-Id is the speed here and
    // nothing is left to name a policy with: a line that is stopped gets 64 kbit/s, enough for the portal.
    key: 'accel-ppp',
    templates: {
      ...standard,
      speed: [line('Filter-Id', '{downKbps}/{upKbps}')],
      burst: [],
      'limit-policy': [line('Filter-Id', '64/64')],
    },
  },
];

/** Null for a profile that this release does not know. */
export function builtInTemplates(key: string): ProfileTemplates | null {
  return builtInProfiles.find((profile) => profile.key === key)?.templates ?? null;
}
