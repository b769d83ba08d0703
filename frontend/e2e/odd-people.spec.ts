import { expect, test } from '@playwright/test';
import { Admin, STATE } from './keycloak';
import { asPerson } from './people';
import { byCookie } from './rest';

const ODD: [string, string][] = [
  ['a.b', 'Ada Dot'],
  ['s+x@e.com', 'Sam Plus'],
  ['äö', 'Änne Öztürk'],
  [
    'a-name-of-64-characters-that-fits-in-no-column-xxxxxxxxxxxxxxxxx',
    'Maximiliane Featherstonehaugh-Cholmondeley',
  ],
];

for (const [name, displayName] of ODD) {
  test(`${name} signs in, submits, and reads the log`, async ({ browser }) => {
    test.skip(!process.env['GATEHOUSE_ODD_PEOPLE'], 'the realm has no odd people');
    const person = await byCookie(browser, name, 'odd-demo');
    const me = await person.me();
    expect(me.username).toBe(name);
    expect(me.displayName).toBe(displayName);
    expect(me.teams).toEqual([{ path: 'nlp', member: true, admin: false }]);
    const id = await person.submit('#!/bin/bash\necho "$USER ran $SLURM_JOB_ID"\npwd > here\n');
    const job = await person.ended(id);
    expect(job.state).toBe('COMPLETED');
    expect(job.owner).toBe(name);
    const log = await person.get(`/jobs/${id}/log`);
    expect(await log.text()).toContain(`ran ${id}`);
  });
}

test('who is in no team signs in, and is told that nothing can be charged', async ({ browser }) => {
  test.skip(!process.env['GATEHOUSE_ODD_PEOPLE'], 'the realm has no odd people');
  const person = await byCookie(browser, 'no-team', 'odd-demo');
  expect((await person.me()).teams).toEqual([]);
  const answer = await person.post('/jobs', { script: '#!/bin/bash\ntrue\n' });
  expect(answer.status()).toBe(422);
  expect(await answer.text()).toMatch(/team/);
  expect(await person.jobs()).toBe(0);
});

test('a person with 300 groups signs in, sees the teams, and signs out', async ({
  browser,
  request,
}) => {
  test.skip(STATE === undefined, 'needs the secrets of the installation');
  const admin = await Admin.of(request);
  const name = `crowd-${Date.now()}`;
  const names = Array.from({ length: 300 }, (_, i) => `${name}-${i}-`.padEnd(60, 'x'));
  const [top] = await admin.find<{ id: string }[]>('/groups?search=teams&exact=true');
  const path = await admin.make(`/groups/${top?.id ?? ''}/children`, { name });
  const made = [`/groups/${path.split('/').pop() ?? ''}`];
  try {
    for (let i = 0; i < names.length; i += 10) {
      const few = names.slice(i, i + 10);
      await Promise.all(few.map((name) => admin.make(`${made[0] ?? ''}/children`, { name })));
    }
    made.push(
      await admin.make('/users', {
        username: name,
        enabled: true,
        email: `${name}@gatehouse.example`,
        emailVerified: true,
        firstName: 'Many',
        lastName: 'Groups',
        credentials: [{ type: 'password', value: 'crowd-demo', temporary: false }],
        groups: names.map((group) => `/teams/${name}/${group}`),
      }),
    );
    const person = await byCookie(browser, name, 'crowd-demo');
    const { teams } = await person.me();
    const paths = names.map((group) => `${name}/${group}`);
    expect(teams.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    const id = await person.submit('#!/bin/bash\ntrue\n', { options: { account: paths[299] } });
    expect((await person.ended(id)).team).toBe(paths[299]);

    const page = await asPerson(browser, name, '/jobs/new', 'crowd-demo');
    await expect(page.getByLabel('Team (Slurm account)').locator('option')).toHaveCount(301);
    await page.getByTestId('user-menu').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page.locator('#username')).toBeVisible();
  } finally {
    for (const path of made.reverse()) {
      await admin.remove(path);
    }
  }
});
