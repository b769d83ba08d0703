import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { Admin, bearer, realm, secret, service, STATE, tokens, tokensOf } from './keycloak';
import { problem } from './rest';
import { handshake } from './sockets';

const part = (what: unknown) => Buffer.from(JSON.stringify(what)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

/** A token as the realm makes them, with some claims changed. */
function made(issuer: string, key: string, kid: string, changed: Record<string, unknown> = {}) {
  const claims = {
    iss: issuer,
    aud: 'portal',
    sub: '00000000-0000-0000-0000-000000000001',
    typ: 'Bearer',
    iat: now(),
    exp: now() + 300,
    preferred_username: 'service-account-of-a-test',
    ...changed,
  };
  const signed = `${part({ alg: 'RS256', typ: 'JWT', kid })}.${part(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

const newKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

async function refused(request: APIRequestContext, token: string): Promise<void> {
  const answer = await bearer(request, token).get('/me');
  expect((await problem(answer, 401)).type).toBe('/problems/unauthorized');
  expect(answer.headers()['www-authenticate']).toMatch(/^Bearer/);
  const socket = await handshake('/ws/v1/events', { Authorization: `Bearer ${token}` });
  expect(socket.status).toBe(401);
}

test('what is no token, or one that somebody made up or changed, is refused each time', async ({
  request,
}) => {
  const issuer = await realm(request);
  const good = (await service(request)).headers['Authorization']?.slice(7) ?? '';
  const [header = '', claims = '', signature = ''] = good.split('.');
  const told = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
  const richer = part({ ...told, roles: ['operator'] });
  const { privateKey } = newKey();
  const wrong: [string, string][] = [
    ['nothing', ''],
    ['a word', 'abc'],
    ['three empty parts', '..'],
    ['changed claims', `${header}.${richer}.${signature}`],
    ['a cut signature', `${header}.${claims}.${signature.slice(0, -4)}`],
    ['no signature', `${part({ alg: 'none' })}.${richer}.`],
    ['no signature, but the claimed algorithm', `${header}.${richer}.`],
    ['a key of another with our kid', made(issuer, privateKey, kid)],
    ['another algorithm', `${part({ alg: 'HS256', typ: 'JWT', kid })}.${richer}.${signature}`],
  ];
  // An unknown key makes the portal ask Keycloak again; asking is limited, and the answer must stay the same.
  for (let i = 1; i <= 5; i++) {
    wrong.push([`a key of another with its own kid, ${i}`, made(issuer, privateKey, 'mine')]);
  }
  for (const [what, token] of wrong) {
    await test.step(what, () => refused(request, token));
  }
  expect((await bearer(request, good).get('/me')).status()).toBe(200);
});

test('a token of the realm holds only for this portal, as an access token, and until its end', async ({
  request,
}) => {
  test.skip(STATE === undefined, 'needs the secrets of the installation');
  const issuer = await realm(request);
  const admin = await Admin.of(request);
  const { privateKey } = newKey();
  // A key that the realm trusts beside its own, so that one claim at a time can be wrong.
  const key = await admin.make('/components', {
    name: 'key of a test',
    providerId: 'rsa',
    providerType: 'org.keycloak.keys.KeyProvider',
    config: { priority: ['0'], enabled: ['true'], active: ['false'], privateKey: [privateKey] },
  });
  try {
    const { keys } = (await (
      await request.get(`${issuer}/protocol/openid-connect/certs`)
    ).json()) as {
      keys: { kid: string; n: string }[];
    };
    const { n } = createPublicKey(createPrivateKey(privateKey)).export({ format: 'jwk' });
    const kid = keys.find((known) => known.n === n)?.kid ?? '';
    expect(kid).toBeTruthy();
    const claimed = (claims: Record<string, unknown>) => made(issuer, privateKey, kid, claims);
    await expect
      .poll(async () => (await bearer(request, claimed({})).get('/me')).status(), {
        timeout: 100_000,
        intervals: [1000, 5000],
      })
      .toBe(200);
    const wrong: [string, Record<string, unknown>][] = [
      ['past its end', { iat: now() - 900, exp: now() - 300 }],
      ['not valid yet', { nbf: now() + 300 }],
      ['without an end', { exp: undefined }],
      ['for another audience', { aud: 'other' }],
      ['for several others', { aud: ['other', 'account'] }],
      ['for nobody', { aud: undefined }],
      ['of another issuer', { iss: 'https://elsewhere.example/realms/gatehouse' }],
      ['of nobody', { sub: undefined }],
      ['an ID token', { typ: 'ID' }],
      ['a refresh token', { typ: 'Refresh' }],
    ];
    for (const [what, claims] of wrong) {
      await test.step(what, () => refused(request, claimed(claims)));
    }
    expect((await bearer(request, claimed({ aud: ['x', 'portal'] })).get('/me')).status()).toBe(
      200,
    );
  } finally {
    await admin.remove(key);
  }
});

test('a real token of another realm and a real ID token are refused', async ({ page, request }) => {
  test.skip(STATE === undefined, 'needs the secrets of the installation');
  const issuer = await realm(request);
  const master = await tokens(request, issuer.replace(/[^/]+$/, 'master'), {
    grant_type: 'password',
    client_id: 'admin-cli',
    username: 'admin',
    password: secret('keycloak-admin'),
  });
  await refused(request, master.access_token);
  const alice = await tokensOf(page, issuer, 'alice');
  await refused(request, alice.id_token ?? '');
  expect((await bearer(request, alice.access_token).me()).username).toBe('alice');
});
