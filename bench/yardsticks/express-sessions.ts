import { verify } from '@node-rs/argon2';
import connectPgSimple from 'connect-pg-simple';
import express from 'express';
import session from 'express-session';
import pg from 'pg';

/**
 * Yardstick: a typical Express application with the portal's calls, each library set up as in its
 * own documentation, on a pool as large as the portal's. Reads PORT, YARDSTICK_CONNECTION
 * (connection settings as JSON) and YARDSTICK_TOUCH (`off`: sessions are not extended at every
 * request).
 */
const { env } = process;
const pool = new pg.Pool({ ...JSON.parse(env.YARDSTICK_CONNECTION ?? '{}'), max: 16 });
const Store = connectPgSimple(session);
const DAY_MS = 86_400_000;

const app = express();
app.disable('x-powered-by');

app.get('/healthz', (_request, response) => response.json({ status: 'ok' }));

app.get('/api/service-plans', async (_request, response) => {
  const { rows } = await pool.query(
    'select id, region, name, speed, download_mbps as "downloadMbps", price::float as price, currency, type, features from service_plans where is_active order by position',
  );
  response.json(rows);
});

app.use(
  session({
    store: new Store({ pool, disableTouch: env.YARDSTICK_TOUCH === 'off' }),
    secret: 'yardstick',
    resave: false,
    saveUninitialized: false,
    cookie: { maxAge: 30 * DAY_MS, httpOnly: true, sameSite: 'lax' },
  }),
);

app.get('/api/user', async (request, response) => {
  const { rows } = await pool.query(
    'select id, email, first_name as "firstName", last_name as "lastName", role, phone, created_at as "createdAt" from users where id = $1',
    [request.session.userId ?? 0],
  );
  if (rows.length === 0) return response.status(401).json({ success: false });
  return response.json(rows[0]);
});

app.post('/api/login', express.json(), async (request, response, next) => {
  const { email, password } = request.body as { email: string; password: string };
  const { rows } = await pool.query('select id, email, password_hash from users where email = $1', [email]);
  const [user] = rows;
  if (!user || !(await verify(user.password_hash, password))) return response.status(401).json({ success: false });
  return request.session.regenerate((error) => {
    if (error) return next(error);
    request.session.userId = user.id;
    return response.json({ success: true, user: { id: user.id, email: user.email } });
  });
});

app.listen(Number(env.PORT), '127.0.0.1');
