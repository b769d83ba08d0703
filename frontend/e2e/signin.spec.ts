import { expect, test, type Page } from '@playwright/test';
import { wayBack } from './keycloak';
import { signIn } from './people';
import { BASE } from './rest';

/** Remembers the answer of the callback, with which a sign-in ends. */
function callback(page: Page) {
  return page.waitForResponse((response) => response.url().startsWith(`${BASE}/signin/callback`));
}

test('one is led back to where one wanted to go, with its question', async ({ page }) => {
  await page.goto('/jobs?scope=team');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.locator('#username').fill('alice');
  await page.locator('#password').fill('alice-demo');
  await page.locator('#kc-login').click();
  await page.getByTestId('user-menu').waitFor();
  expect(page.url()).toBe(`${BASE}/jobs?scope=team`);
});

test('nobody is led away from the portal', async ({ page }) => {
  await signIn(page, 'alice', '/jobs');
  expect(page.url()).toBe(`${BASE}/jobs`);
  for (const target of [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/signin?return=/signin',
    '',
  ]) {
    await test.step(JSON.stringify(target), async () => {
      const [end] = await Promise.all([
        callback(page),
        page.goto(`/signin?return=${encodeURIComponent(target)}`),
      ]);
      expect(end.status()).toBe(302);
      expect(end.headers()['location']).toBe('/');
      await page.getByTestId('user-menu').waitFor();
      expect(page.url()).toBe(`${BASE}/`);
    });
  }
});

test('the session cookie is out of reach of scripts and of other hosts', async ({ page }) => {
  const [end] = await Promise.all([callback(page), signIn(page, 'erin')]);
  const set = (await end.headersArray()).filter(({ name }) => name.toLowerCase() === 'set-cookie');
  const session = set
    .map(({ value }) => value)
    .find((value) => value.includes('gatehouse_session'));
  expect(session).toMatch(/;\s*HttpOnly/i);
  expect(session).toMatch(/;\s*SameSite=Lax/i);
  expect(session).toMatch(/;\s*Path=\/(;|$)/i);
  expect(session).not.toMatch(/;\s*Domain=/i);
  const [cookie] = (await page.context().cookies(BASE)).filter(({ name }) =>
    name.includes('gatehouse_session'),
  );
  expect(cookie).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    domain: new URL(BASE).hostname,
    expires: -1,
  });
  expect(cookie?.value.length).toBeGreaterThanOrEqual(43);
  expect(await page.evaluate(() => document.cookie)).not.toContain('gatehouse_session');
});

test('a callback that belongs to no sign-in under way says so on a page', async ({ page }) => {
  for (const question of ['', '?code=x', '?state=x&code=y', '?error=access_denied&state=x']) {
    const answer = await page.goto(`/signin/callback${question}`);
    expect(answer?.status()).toBe(400);
    expect(answer?.headers()['content-type']).toMatch(/^text\/html/);
    await expect(page.getByRole('heading')).toHaveText('This sign-in is no longer valid');
    await expect(page.getByRole('link', { name: 'Sign in again' })).toBeVisible();
  }
});

test('a callback is good for one time, and doing it again signs nobody out', async ({ page }) => {
  const [end] = await Promise.all([callback(page), signIn(page, 'alice')]);
  const again = await page.goto(end.url());
  expect(again?.status()).toBe(400);
  await expect(page.getByRole('heading')).toHaveText('This sign-in is no longer valid');
  await page.getByRole('link', { name: 'Start page' }).click();
  await expect(page.getByTestId('user-menu')).toBeVisible();
});

test("a sign-in begun in one browser cannot be ended in another's", async ({ page, browser }) => {
  await page.goto('/signin');
  const stolen = await wayBack(page, 'alice');
  expect(stolen).toMatch(/\/signin\/callback\?.*code=/);
  const victim = await (await browser.newContext()).newPage();
  await victim.goto('/signin');
  const answer = await victim.goto(stolen);
  expect(answer?.status()).toBe(400);
  await victim.goto('/');
  await expect(victim.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('what Keycloak is said to have answered is shown as text', async ({ page }) => {
  await page.goto('/signin');
  const state = new URL(page.url()).searchParams.get('state') ?? '';
  expect(state).toBeTruthy();
  const error = encodeURIComponent('<img src=x onerror=alert(1)>');
  const answer = await page.goto(`/signin/callback?state=${state}&error=${error}`);
  expect(answer?.status()).toBe(400);
  await expect(page.getByText('<img src=x')).toBeVisible();
  await expect(page.locator('img')).toHaveCount(0);
});

test('after signing out the back button shows the landing, and the old cookie is worth nothing', async ({
  page,
  request,
}) => {
  await signIn(page, 'erin');
  await page.goto('/jobs');
  await page.getByTestId('user-menu').waitFor();
  const [cookie] = (await page.context().cookies(BASE)).filter(({ name }) =>
    name.includes('gatehouse_session'),
  );
  const old = { Cookie: `${cookie?.name ?? ''}=${cookie?.value ?? ''}` };
  expect((await request.get('/api/v1/me', { headers: old })).status()).toBe(200);
  await page.getByTestId('user-menu').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect((await request.get('/api/v1/me', { headers: old })).status()).toBe(401);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByTestId('user-menu')).toHaveCount(0);
});
