import type { Brand } from './brand.ts';

/**
 * Another provider, to prove that only the brand file is specific to a provider. Selected by
 * `--conditions=second-brand`.
 */
export const brand: Brand = {
  name: 'Confluence Net',
  legalName: 'Confluence Networks Limited',
  logo: {
    path: 'M3 20C3 10 8 4 15 4s12 6 12 16M9.5 20c0-5.5 2-9 5.5-9s5.5 3.5 5.5 9',
    dot: null,
  },
  phone: { label: '+234 800 111 2222', href: 'tel:+2348001112222' },
  supportEmail: 'hello@confluence.example',
  salesEmail: 'business@confluence.example',
  address: { street: '3 Ganaja Road', district: 'Adankolo', city: 'Lokoja' },
  supportHours: '24 hours a day, 7 days a week',
  officeHours: 'Monday to Saturday, 09:00-18:00',
  social: [{ network: 'facebook', href: 'https://www.facebook.com/confluence.example' }],
  claims: {
    maxSpeed: '500Mbps',
    uptime: '99.5%',
    support: '24/7',
    cities: '12',
    users: '8,000+',
    states: '4',
    soldIn: { cities: '7', where: 'in Lokoja and around it' },
    chatReply: '5 minutes',
    established: '14 May 2019',
    copyrightYear: 2025,
  },
  fontStack: 'Georgia, "Noto Serif", "Times New Roman", serif',
  radii: { control: 3, panel: 4 },
  colours: {
    primary: { light: '#5A2B73', dark: '#E2C8F0' },
    accent: { light: '#0F5F66', dark: '#7FD3D8' },
    glass: { light: '#1A0B26', dark: '#0E0615' },
    signal: '#6CF3D5',
  },
};
