/** A colour in the light and the dark theme, as #RRGGBB. */
export type ThemedColour = { readonly light: string; readonly dark: string };

/**
 * Everything that makes the portal a particular provider's. Replace the values to make it another's; nothing else names a provider.
 * `colours` repeats the tokens marked [brand] in the design; the web build writes them over the defaults.
 */
export type Brand = {
  readonly name: string;
  readonly legalName: string;
  /** Mark on a 30 × 22 grid, drawn with a stroke of 3, and an optional dot in the accent colour. */
  readonly logo: { readonly path: string; readonly dot: { x: number; y: number; radius: number } | null };
  /** `href` is what a telephone dials. */
  readonly phone: { readonly label: string; readonly href: string };
  readonly supportEmail: string;
  readonly salesEmail: string;
  readonly address: { readonly street: string; readonly district: string; readonly city: string };
  readonly supportHours: string;
  readonly officeHours: string;
  /** Pages that are not there yet are left out, never linked to nothing. */
  readonly social: readonly { readonly network: 'facebook' | 'x' | 'instagram' | 'linkedin'; readonly href: string }[];
  /** What the provider says of itself (specification section 1). */
  readonly claims: {
    readonly maxSpeed: string;
    readonly uptime: string;
    readonly support: string;
    readonly cities: string;
    readonly users: string;
    readonly states: string;
    readonly chatReply: string;
    /** Year and date as people read them. */
    readonly established: string;
    readonly copyrightYear: number;
  };
  readonly colours: {
    readonly primary: ThemedColour;
    readonly accent: ThemedColour;
    readonly glass: ThemedColour;
    readonly signal: string;
  };
};

export const brand: Brand = {
  name: 'Waya Fibre',
  legalName: 'Waya Fibre Limited',
  logo: {
    path: 'M2 4c0 8 2.2 14 6 14 4.3 0 3.7-9 7-9s2.7 9 7 9c3 0 4.6-4 5-10',
    dot: { x: 27, y: 3.6, radius: 2.8 },
  },
  phone: { label: '+234 800 000 0000', href: 'tel:+2348000000000' },
  supportEmail: 'care@wayafibre.example',
  salesEmail: 'sales@wayafibre.example',
  address: { street: '14 Moshood Abiola Way', district: 'Garki', city: 'Abuja' },
  supportHours: '24 hours a day, 7 days a week',
  officeHours: 'Monday to Friday, 08:00-17:00',
  social: [
    { network: 'facebook', href: 'https://www.facebook.com/wayafibre.example' },
    { network: 'x', href: 'https://x.com/wayafibre_example' },
    { network: 'instagram', href: 'https://www.instagram.com/wayafibre.example' },
    { network: 'linkedin', href: 'https://www.linkedin.com/company/wayafibre-example' },
  ],
  claims: {
    maxSpeed: '1Gbps',
    uptime: '99.9%',
    support: '24/7',
    cities: '50+',
    users: '50,000+',
    states: '36',
    chatReply: '2 minutes',
    established: '3 February 2025',
    copyrightYear: 2025,
  },
  colours: {
    primary: { light: '#0E4433', dark: '#A9DDC2' },
    accent: { light: '#A5441D', dark: '#F0986F' },
    glass: { light: '#0A1A14', dark: '#060C09' },
    signal: '#E2FF3F',
  },
};
