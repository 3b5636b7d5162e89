/** A colour in the light and the dark theme, as #RRGGBB. */
export type ThemedColour = { readonly light: string; readonly dark: string };

/**
 * Colours that the build computes from the four a brand gives, under the names of the design's
 * tokens.
 */
export type DerivedToken =
  | 'primary-hover'
  | 'primary-press'
  | 'primary-tint'
  | 'on-primary'
  | 'glass-2'
  | 'glass-line'
  | 'glass-border'
  | 'on-glass-2'
  | 'strand'
  | 'accent-tint';

/**
 * Everything that makes the portal a particular provider's. Replace the values for another
 * provider; nothing else names one. `node --conditions=second-brand` selects second-brand.ts
 * instead, for the build and for the server.
 */
export type Brand = {
  readonly name: string;
  readonly legalName: string;
  /** Mark on a 30 × 22 grid, drawn with a stroke of 3, and an optional dot in the accent colour. */
  readonly logo: { readonly path: string; readonly dot: { x: number; y: number; radius: number } | null };
  /** `href` is the number in the link. */
  readonly phone: { readonly label: string; readonly href: string };
  readonly supportEmail: string;
  readonly salesEmail: string;
  readonly address: { readonly street: string; readonly district: string; readonly city: string };
  readonly supportHours: string;
  readonly officeHours: string;
  /** Which texts of pages staff have published (decision 078); the portal adds it, a brand file has none. */
  readonly publishedTexts?: readonly string[];
  /** Missing pages are left out, never linked. */
  readonly social: readonly { readonly network: 'facebook' | 'x' | 'instagram' | 'linkedin'; readonly href: string }[];
  /** The provider's description of itself (specification section 1). */
  readonly claims: {
    readonly maxSpeed: string;
    readonly uptime: string;
    readonly support: string;
    readonly cities: string;
    readonly users: string;
    readonly states: string;
    /**
     * Where a subscription can be ordered now, for sentences; `cities` and `states` above count the
     * whole network. Translations are in the dictionaries under `where`.
     */
    readonly soldIn: { readonly cities: string; readonly where: string };
    readonly chatReply: string;
    /** Year and date as people read them. */
    readonly established: string;
    readonly copyrightYear: number;
  };
  /**
   * CSS font families. The portal's own font is included only where its name, Overpass, is among
   * them.
   */
  readonly fontStack: string;
  /** Pixels: controls 0 to 12, panels 0 to 20. */
  readonly radii: { readonly control: number; readonly panel: number };
  /** The build derives the rest from these and refuses colours with too little contrast. */
  readonly colours: {
    readonly primary: ThemedColour;
    readonly accent: ThemedColour;
    /** The dark slab for live data, in both themes. */
    readonly glass: ThemedColour;
    /** Live data on the slab; never text on the page. */
    readonly signal: string;
    /** The page background; by default the design's. */
    readonly paper?: ThemedColour;
    /**
     * Derived colours set by eye instead of computed. Remove them when you change the colours
     * above.
     */
    readonly tuned?: Readonly<Partial<Record<DerivedToken, ThemedColour>>>;
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
    soldIn: { cities: '2', where: 'in Abuja and Lagos' },
    chatReply: '2 minutes',
    established: '3 February 2025',
    copyrightYear: 2025,
  },
  fontStack: '"Overpass", system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  radii: { control: 8, panel: 14 },
  colours: {
    primary: { light: '#0E4433', dark: '#A9DDC2' },
    accent: { light: '#A5441D', dark: '#F0986F' },
    glass: { light: '#0A1A14', dark: '#060C09' },
    signal: '#E2FF3F',
    tuned: {
      'primary-hover': { light: '#0A3528', dark: '#C0E9D3' },
      'primary-press': { light: '#07281E', dark: '#8FCBAD' },
      'primary-tint': { light: '#DFE9DD', dark: '#17352A' },
      'glass-2': { light: '#12281F', dark: '#101C16' },
      'glass-line': { light: '#2B463A', dark: '#253A30' },
      'glass-border': { light: '#0A1A14', dark: '#253A30' },
      'on-glass-2': { light: '#A8BBB0', dark: '#A8BBB0' },
      strand: { light: '#587A6B', dark: '#526F62' },
      'accent-tint': { light: '#F6E1D4', dark: '#36200F' },
    },
  },
};
