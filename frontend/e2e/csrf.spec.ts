import { expect, test } from '@playwright/test';
import { BASE, byCookie, Caller, problem } from './rest';
import { handshake } from './sockets';

const FOREIGN = 'https://evil.example';
const SCRIPT = '#!/bin/bash\ntrue\n';

test('a call by cookie that does not come from our own page changes nothing', async ({
  browser,
  request,
}) => {
  const carol = await byCookie(browser, 'carol');
  const { Cookie = '', 'X-Gatehouse-CSRF': token = '' } = carol.headers;
  const bob = await byCookie(browser, 'bob');
  const wrong: Record<string, Record<string, string>> = {
    'no header': { Origin: BASE },
    'neither header nor origin': {},
    'an empty header': { Origin: BASE, 'X-Gatehouse-CSRF': '' },
    'a header that is made up': { Origin: BASE, 'X-Gatehouse-CSRF': 'x'.repeat(token.length) },
    "another person's header": {
      Origin: BASE,
      'X-Gatehouse-CSRF': bob.headers['X-Gatehouse-CSRF'] ?? '',
    },
    'a foreign origin': { Origin: FOREIGN, 'X-Gatehouse-CSRF': token },
    'an origin that only begins like ours': {
      Origin: `${BASE}.evil.example`,
      'X-Gatehouse-CSRF': token,
    },
    'the origin null': { Origin: 'null', 'X-Gatehouse-CSRF': token },
    'another site': { 'Sec-Fetch-Site': 'cross-site', 'X-Gatehouse-CSRF': token },
    'a neighbour of the site': { 'Sec-Fetch-Site': 'same-site', 'X-Gatehouse-CSRF': token },
  };
  const before = await carol.jobs();
  for (const [what, headers] of Object.entries(wrong)) {
    await test.step(what, async () => {
      const stranger = new Caller(request, { Cookie, ...headers });
      const refusal = await problem(await stranger.post('/jobs', { script: SCRIPT }), 403);
      expect(refusal.type).toBe('/problems/csrf');
    });
  }
  // A form can be sent across sites without asking: it must fail before its body matters.
  const form = await request.post('/api/v1/jobs', {
    headers: { Cookie, Origin: FOREIGN },
    form: { script: SCRIPT },
  });
  expect(form.status()).toBe(403);
  for (const method of ['GET', 'POST']) {
    const out = await request.fetch('/signout', { method, headers: { Cookie } });
    expect(out.status()).toBe(403);
  }
  expect(await carol.jobs()).toBe(before);
  await carol.submit(SCRIPT);
  expect(await carol.jobs()).toBe(before + 1);
});

test('a socket by cookie opens only from our own page', async ({ browser }) => {
  const carol = await byCookie(browser, 'carol');
  const { Cookie = '' } = carol.headers;
  const job = await carol.submit(SCRIPT);
  for (const path of ['/ws/v1/events', `/ws/v1/jobs/${job}/log`]) {
    await test.step(path, async () => {
      for (const headers of [
        { Origin: FOREIGN },
        { Origin: `${BASE}.evil.example` },
        { Origin: 'null' },
        {},
      ] as Record<string, string>[]) {
        const answer = await handshake(path, { Cookie, ...headers });
        expect(answer.status).toBe(403);
        expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      }
      expect((await handshake(path, { Origin: BASE })).status).toBe(401);
      expect((await handshake(path, { Cookie, Origin: BASE })).status).toBe(101);
    });
  }
});

test('nobody gets to a socket behind the door', async ({ browser }) => {
  const { Cookie = '' } = (await byCookie(browser, 'carol')).headers;
  for (const path of ['/__socket/x', '/__socket/00000000-0000-0000-0000-000000000000']) {
    const answer = await handshake(path, { Cookie, Origin: BASE });
    expect(answer.status).toBe(403);
  }
});
