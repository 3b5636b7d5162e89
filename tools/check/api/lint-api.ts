import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { openApiDocument } from '../../../apps/server/src/platform/http/openapi.ts';
import { ANY_INSTALLATION } from './api-document.ts';

/** What both linters say of an OpenAPI document by the rules that they recommend, none of them switched off. */
export async function lintApi(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const byRedocly = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [oas as RulesetDefinition] });
  const bySpectral = await spectral.run(document as Record<string, unknown>);
  return [
    ...byRedocly.map(({ ruleId, message, location: [place] }) => `${place?.pointer ?? '#/'} [${ruleId}] ${message}`),
    ...bySpectral.map(({ code, message, path }) => `#/${path.join('/')} [${code}] ${message}`),
  ];
}

if (import.meta.main) {
  const document = openApiDocument(ANY_INSTALLATION);
  const faults = await lintApi(document);
  for (const fault of faults) console.error(fault);
  const calls = Object.values(document.paths).flatMap((operations) => Object.keys(operations)).length;
  console.log(`API description: ${calls} operations, ${faults.length} findings`);
  // Zero operations would have no faults either.
  process.exitCode = calls > 0 && faults.length === 0 ? 0 : 1;
}
