import { expect, test } from '@playwright/test';
import { signIn } from './people';

/** The directive's sources. */
function sources(policy: string | undefined, directive: string): string[] {
  const found = (policy ?? '').split(';').map((rule) => rule.trim().split(/\s+/));
  return found.find(([name]) => name === directive)?.slice(1) ?? [];
}

test('every answer carries the security headers', async ({ request }) => {
  const page = await (await request.get('/')).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1] ?? '';
  expect(script).toBeTruthy();
  expect(style).toBeTruthy();
  const addresses: [string, number][] = [
    ['/', 200],
    ['/jobs', 200],
    ['/jobs/1', 200],
    [script, 200],
    [style, 200],
    ['/assets/none.js', 404],
    ['/api/v1/me', 401],
    ['/api/v1/nothing', 401],
    ['/ws/v1/events', 401],
    ['/signin', 302],
    ['/signin/callback?state=x&code=y', 400],
  ];
  for (const [address, status] of addresses) {
    await test.step(address, async () => {
      const answer = await request.get(address, { maxRedirects: 0 });
      expect(answer.status()).toBe(status);
      const headers = answer.headers();
      const policy = headers['content-security-policy'];
      expect(sources(policy, 'default-src')).toEqual(["'self'"]);
      expect(sources(policy, 'script-src')).toEqual(["'self'"]);
      expect(sources(policy, 'object-src')).toEqual(["'none'"]);
      expect(sources(policy, 'base-uri')).toEqual(["'none'"]);
      expect(sources(policy, 'frame-ancestors')).toEqual(["'none'"]);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['cache-control']).toMatch(
        status === 200 && address.startsWith('/assets/') ? /immutable/ : /no-store/,
      );
      expect(headers['server'] ?? '').toBe('');
      expect(headers['x-powered-by'] ?? '').toBe('');
    });
  }
});

test('pages keep to their policy, and the browser holds them to it', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) {
      complaints.push(message.text());
    }
  });
  await signIn(page, 'alice');
  for (const path of ['/', '/jobs', '/jobs/new', '/resources']) {
    await page.goto(path);
    await page.getByTestId('user-menu').waitFor();
    expect(await page.locator('script:not([src])').count()).toBe(0);
  }
  expect(complaints).toEqual([]);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.head.append(script);
  });
  await expect.poll(() => complaints.length).toBeGreaterThan(0);
  expect(await page.title()).not.toBe('taken over');
});
