import { phrase } from '../../../shared/i18n/translate.ts';

export type ArchitecturePart = {
  readonly id: string;
  readonly name: string;
  readonly facts: readonly { readonly name: string; readonly text: string }[];
};

/** Facts about this portal; docs/architecture.md has the details. */
export const architecture: readonly ArchitecturePart[] = [
  {
    id: 'frontend',
    name: phrase('Frontend'),
    facts: [
      {
        name: phrase('React and TypeScript'),
        text: phrase('Built with Vite. Each page is a piece of its own and is fetched when it is first opened.'),
      },
      {
        name: phrase('Readable before any script'),
        text: phrase(
          'Public pages are finished HTML, made when the site is built; the two with prices are made anew when the plans change. A signed-in page arrives with the answer to who is signed in.',
        ),
      },
      {
        name: phrase('Budgets'),
        text: phrase('The build fails when the start page or the dashboard grows beyond its limit.'),
      },
      {
        name: phrase('Four languages'),
        text: phrase('English is written in the pages; the words of another language are fetched when it is chosen.'),
      },
    ],
  },
  {
    id: 'backend',
    name: phrase('Backend'),
    facts: [
      {
        name: phrase('One process'),
        text: phrase('Node.js with Fastify serves pages and API. It runs the TypeScript sources as they are.'),
      },
      {
        name: phrase('One contract'),
        text: phrase(
          'Browser and server share one description of every call. What an answer does not name there never leaves the server.',
        ),
      },
      {
        name: phrase('Payments'),
        text: phrase(
          'A payment is written down before the provider is called, and settled once, whoever reports it first: you, the provider’s notice, or our own inquiry.',
        ),
      },
      {
        name: phrase('Features apart'),
        text: phrase(
          'No feature reaches into another; one file puts them together. Every check of the sources enforces it.',
        ),
      },
    ],
  },
  {
    id: 'database',
    name: phrase('Database'),
    facts: [
      {
        name: phrase('PostgreSQL'),
        text: phrase('Holds everything that must not be lost. Where there is none, the portal starts its own.'),
      },
      {
        name: phrase('Exact money'),
        text: phrase(
          'Whole kobo in the server, exact decimals in the database, and a ledger whose entries add up to zero.',
        ),
      },
      {
        name: phrase('Once means once'),
        text: phrase(
          'Unique keys and conditional updates see to it that a repeated notice or a double click changes nothing twice.',
        ),
      },
    ],
  },
  {
    id: 'security',
    name: phrase('Security'),
    facts: [
      {
        name: phrase('Sessions'),
        text: phrase('A random key in a cookie that no script can read. The database keeps only its hash.'),
      },
      {
        name: phrase('Passwords'),
        text: phrase('Hashed with Argon2id. Guessing is slowed down for strangers, not for the owner.'),
      },
      {
        name: phrase('Nothing is taken on trust'),
        text: phrase('Prices, roles and owners come from the database, whatever a request says.'),
      },
      {
        name: phrase('The browser’s own locks'),
        text: phrase(
          'A strict content security policy, no scripts from elsewhere, and no change from another site’s page.',
        ),
      },
      {
        name: phrase('Cards'),
        text: phrase('Card numbers are typed on the provider’s page and never reach this server.'),
      },
    ],
  },
];
