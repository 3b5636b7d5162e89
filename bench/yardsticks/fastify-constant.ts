import Fastify from 'fastify';

/** Yardstick: the minimum that Fastify does for a JSON answer. Listens on PORT. */
const app = Fastify({ logger: false });
app.get('/constant', () => ({ status: 'ok' }));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
