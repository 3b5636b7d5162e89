import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract, endpoints } from './index.ts';

const FOLDER = import.meta.dirname;
const nouns = globSync('*/**/*.ts', { cwd: FOLDER, exclude: ['**/*.test.ts'] }).toSorted();
const isEndpoint = (value: unknown) =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value;

describe('the contract', () => {
  it.each(nouns)('has each endpoint of %s once, by the name of its export', async (file) => {
    const exported: Readonly<Record<string, unknown>> = await import(join(FOLDER, file));
    const own = Object.fromEntries(Object.entries(exported).filter(([, value]) => isEndpoint(value)));
    const tag = `${file.split('/')[0]}/${basename(file, '.ts')}`;
    expect(contract[tag]?.endpoints ?? {}).toEqual(own);
  });

  it('gives no two endpoints or schemas one name', () => {
    const names = Object.values(contract).flatMap((noun) => Object.keys(noun.endpoints));
    const schemas = Object.values(contract).flatMap((noun) => Object.keys(noun.schemas ?? {}));
    expect(new Set(names).size).toBe(endpoints.length);
    expect(new Set(schemas).size).toBe(schemas.length);
  });
});
