import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { BASE, Caller } from './rest';

/** The realm's address, as the portal sends browsers to it. */
export async function realm(request: APIRequestContext): Promise<string> {
  const answer = await request.get('/signin', { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  return (answer.headers()['location'] ?? '').replace(/\/protocol\/.*/, '');
}

/** A token from the realm's token endpoint, by whatever grant. */
export async function tokens(
  request: APIRequestContext,
  at: string,
  form: Record<string, string>,
): Promise<{ access_token: string; id_token?: string }> {
  const answer = await request.post(`${at}/protocol/openid-connect/token`, { form });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as { access_token: string; id_token?: string };
}

/** The demo program of team vision: member, no admin. */
export async function service(request: APIRequestContext): Promise<Caller> {
  const { access_token } = await tokens(request, await realm(request), {
    grant_type: 'client_credentials',
    client_id: 'demo-service',
    client_secret: 'demo-service-demo-secret',
  });
  return bearer(request, access_token);
}

export function bearer(request: APIRequestContext, token: string): Caller {
  return new Caller(request, { Authorization: `Bearer ${token}` });
}

/** The installation's state folder; tests that need its secrets are skipped without it. */
export const STATE = process.env['GATEHOUSE_STATE'];

export function secret(name: string): string {
  return readFileSync(`${STATE ?? ''}/secrets/${name}`, 'utf8').trim();
}

/** Keycloak's admin REST API. */
export class Admin {
  private token = '';
  private until = 0;

  private constructor(
    private readonly request: APIRequestContext,
    private readonly at: string,
  ) {}

  static async of(request: APIRequestContext): Promise<Admin> {
    return new Admin(request, await realm(request));
  }

  /** Keycloak's own tokens live a minute. */
  private async headers() {
    if (Date.now() > this.until) {
      const form = {
        grant_type: 'password',
        client_id: 'admin-cli',
        username: 'admin',
        password: secret('keycloak-admin'),
      };
      const master = this.at.replace(/[^/]+$/, 'master');
      this.token = (await tokens(this.request, master, form)).access_token;
      this.until = Date.now() + 30_000;
    }
    return { Authorization: `Bearer ${this.token}` };
  }

  private get base() {
    return this.at.replace('/realms/', '/admin/realms/');
  }

  async find<T>(path: string): Promise<T> {
    const answer = await this.request.get(this.base + path, { headers: await this.headers() });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as T;
  }

  /** Makes something and returns its path, for `remove`. */
  async make(path: string, what: unknown): Promise<string> {
    const answer = await this.request.post(this.base + path, {
      headers: await this.headers(),
      data: what,
    });
    expect(answer.status(), await answer.text()).toBe(201);
    return (answer.headers()['location'] ?? '').slice(this.base.length);
  }

  async remove(path: string): Promise<void> {
    const answer = await this.request.delete(this.base + path, { headers: await this.headers() });
    expect(answer.status()).toBe(204);
  }
}

/** Signs a demo person in as the portal does, but keeps the tokens. */
export async function tokensOf(page: Page, at: string, name: string) {
  const verifier = randomBytes(32).toString('base64url');
  const back = `${BASE}/signin/callback`;
  const question = new URLSearchParams({
    response_type: 'code',
    scope: 'openid profile email',
    client_id: 'portal',
    redirect_uri: back,
    state: 's',
    nonce: 'n',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  await page.goto(`${at}/protocol/openid-connect/auth?${question.toString()}`);
  const code = new URL(await wayBack(page, name)).searchParams.get('code') ?? '';
  return tokens(page.request, at, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: back,
    code_verifier: verifier,
    client_id: 'portal',
    client_secret: secret('oidc-client'),
  });
}

/** Fills Keycloak's form, which the page shows, and tells where it sends the browser, without going there. */
export async function wayBack(page: Page, name: string): Promise<string> {
  const action = (await page.locator('#kc-form-login').getAttribute('action')) ?? '';
  const cookies = await page.context().cookies(action);
  const answer = await page.request.post(action, {
    headers: { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
    form: { username: name, password: `${name}-demo` },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
  return answer.headers()['location'] ?? '';
}
