import { json } from 'node:stream/consumers';
import type { RenderOrder } from './render-page.ts';

// A program of its own: reads one request, writes one page, exits.
const { prerenderer, path, language, answers, brand } = (await json(process.stdin)) as RenderOrder;
// Read by the module that stands for the brand (apps/web/build/brand-files.ts).
Object.assign(globalThis, { publishedBrand: brand });
const { prerenderWith } = await import(prerenderer);
process.stdout.write(await prerenderWith(path, language, answers));
