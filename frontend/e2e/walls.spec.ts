import { expect, test, type APIResponse } from '@playwright/test';
import { service } from './keycloak';
import { BASE, byCookie, type Caller, type Job } from './rest';
import { handshake } from './sockets';

type Name = 'alice' | 'bob' | 'carol' | 'dave' | 'erin' | 'member';
type Callers = Record<Name, Caller>;

const SCRIPT = '#!/bin/bash\n#SBATCH --account=vision\necho of vision\nsleep 600\n';

/** What each may do with a job, as the statuses of its row, log, script, log socket and cancel. */
interface Wall {
  who: Name;
  row: number;
  log: number;
  script: number;
  socket: number;
  cancel: number;
  hold: number;
  actions: string[];
}

const all = (who: Name): Wall => ({
  who,
  row: 200,
  log: 200,
  script: 200,
  socket: 101,
  cancel: 202,
  hold: 409,
  actions: ['script', 'log', 'cancel', 'requeue'],
});
const rowOnly = (who: Name): Wall => ({
  who,
  row: 200,
  log: 403,
  script: 403,
  socket: 403,
  cancel: 403,
  hold: 403,
  actions: [],
});
const nothing = (who: Name): Wall => ({
  who,
  row: 404,
  log: 404,
  script: 404,
  socket: 404,
  cancel: 404,
  hold: 404,
  actions: [],
});

const WALLS: { owner: Name; walls: Wall[] }[] = [
  {
    owner: 'alice',
    walls: [
      rowOnly('member'),
      rowOnly('erin'),
      nothing('carol'),
      all('bob'),
      all('dave'),
      all('alice'),
    ],
  },
  { owner: 'bob', walls: [rowOnly('alice'), rowOnly('member'), nothing('carol'), all('bob')] },
];

let callers: Callers;

test.beforeAll(async ({ browser, playwright }) => {
  callers = {
    alice: await byCookie(browser, 'alice'),
    bob: await byCookie(browser, 'bob'),
    carol: await byCookie(browser, 'carol'),
    dave: await byCookie(browser, 'dave'),
    erin: await byCookie(browser, 'erin'),
    member: await service(await playwright.request.newContext({ baseURL: BASE })),
  };
});

/** A running job of somebody, with a log. */
async function running(owner: Caller): Promise<number> {
  const id = await owner.submit(SCRIPT);
  await expect
    .poll(async () => (await owner.get(`/jobs/${id}/log`)).text(), { timeout: 30_000 })
    .toContain('of vision');
  return id;
}

for (const { owner, walls } of WALLS) {
  test(`who may do what with a job of ${owner} in vision`, async () => {
    let id = await running(callers[owner]);
    for (const wall of walls) {
      await test.step(wall.who, async () => {
        const caller = callers[wall.who];
        const row = await caller.get(`/jobs/${id}`);
        expect(row.status()).toBe(wall.row);
        if (wall.row === 200) {
          const job = (await row.json()) as Job;
          expect(job.owner).toBe(owner);
          expect(job.actions.toSorted()).toEqual(wall.actions.toSorted());
        }
        const log = await caller.get(`/jobs/${id}/log`);
        expect(log.status()).toBe(wall.log);
        expect((await log.text()).includes('of vision')).toBe(wall.log === 200);
        const script = await caller.get(`/jobs/${id}/script`);
        expect(script.status()).toBe(wall.script);
        expect((await script.text()).includes('of vision')).toBe(wall.script === 200);
        const socket = await handshake(`/ws/v1/jobs/${id}/log`, caller.headers);
        expect(socket.status).toBe(wall.socket);
        expect(await listed(caller, id)).toBe(wall.row === 200);
        expect((await caller.post(`/jobs/${id}/hold`, {})).status()).toBe(wall.hold);
        expect((await caller.post(`/jobs/${id}/cancel`, {})).status()).toBe(wall.cancel);
        if (wall.cancel === 202) {
          expect((await callers[owner].ended(id)).state).toBe('CANCELLED');
          id = await running(callers[owner]);
        } else {
          expect((await callers[owner].job(id)).cancelRequestedAt).toBeFalsy();
        }
      });
    }
    await callers[owner].post(`/jobs/${id}/cancel`, {});
  });
}

async function listed(caller: Caller, id: number): Promise<boolean> {
  const answer = await caller.get('/jobs?scope=all&limit=200');
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { items: { id: number }[] }).items.some((job) => job.id === id);
}

test('to carol a job of vision is exactly like one that nobody has', async () => {
  const id = await running(callers.alice);
  const none = 999_999_999;
  const told = async (answer: APIResponse) => ({
    status: answer.status(),
    type: answer.headers()['content-type'],
    body: (await answer.text()).replaceAll(/999999999|\b\d+\b(?= that you)/g, 'N'),
  });
  for (const path of ['', '/log', '/script', '/log?stream=stderr', '/log?attempt=1']) {
    await test.step(`GET ${path}`, async () => {
      const hers = await told(await callers.carol.get(`/jobs/${id}${path}`));
      expect(hers.status).toBe(404);
      expect(hers).toEqual(await told(await callers.carol.get(`/jobs/${none}${path}`)));
    });
  }
  for (const body of [{}, { reason: 'x' }]) {
    const hers = await told(await callers.carol.post(`/jobs/${id}/cancel`, body));
    expect(hers.status).toBe(404);
    expect(hers).toEqual(await told(await callers.carol.post(`/jobs/${none}/cancel`, body)));
  }
  const socket = (job: number) =>
    handshake(`/ws/v1/jobs/${job}/log?stream=stdout`, callers.carol.headers);
  const [hers, nobodys] = [await socket(id), await socket(none)];
  expect(hers.status).toBe(404);
  expect(hers.body).toContain(String(id));
  expect(hers.body.replaceAll(String(id), 'N')).toBe(nobodys.body.replaceAll(String(none), 'N'));
  expect({ ...hers.headers, date: '', 'content-length': '' }).toEqual({
    ...nobodys.headers,
    date: '',
    'content-length': '',
  });
  await callers.alice.post(`/jobs/${id}/cancel`, {});
});

test('a script cannot be charged to a team that one is not in', async () => {
  const before = await callers.carol.jobs();
  const answer = await callers.carol.post('/jobs', { script: SCRIPT });
  expect(answer.status()).toBe(422);
  expect(await callers.carol.jobs()).toBe(before);
});
