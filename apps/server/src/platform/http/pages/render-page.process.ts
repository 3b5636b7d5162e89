import { json } from 'node:stream/consumers';
import type { RenderOrder } from './render-page.ts';

// A program of its own: reads one request, writes one page, exits.
const { prerenderer, path, language, answers } = (await json(process.stdin)) as RenderOrder;
const { prerenderWith } = await import(prerenderer);
process.stdout.write(await prerenderWith(path, language, answers));
