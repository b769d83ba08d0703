import { expect, type APIRequestContext, type APIResponse, type Browser } from '@playwright/test';
import type { components } from '@/api/schema';
import { asPerson } from './people';

type Schemas = components['schemas'];
export type Job = Schemas['Job'];
export type JobPage = Schemas['JobPage'];
export type Me = Schemas['Me'];
export type Problem = Schemas['Problem'];
export type ScriptProblem = Schemas['ScriptProblem'];

export const BASE = process.env['GATEHOUSE_URL'] ?? 'http://localhost:18080';

/** Somebody who calls the API: by token, or by cookie with what a call by cookie must carry. */
export class Caller {
  constructor(
    private readonly request: APIRequestContext,
    readonly headers: Record<string, string>,
  ) {}

  get(path: string): Promise<APIResponse> {
    return this.request.get(`/api/v1${path}`, { headers: this.headers, maxRedirects: 0 });
  }

  /** A text is sent as it is, everything else as JSON. */
  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<APIResponse> {
    return this.request.post(`/api/v1${path}`, {
      headers: { 'Content-Type': 'application/json', ...this.headers, ...headers },
      data: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async submit(script: string, more: Record<string, unknown> = {}): Promise<number> {
    const answer = await this.post('/jobs', { script, ...more });
    expect(answer.status(), await answer.text()).toBe(201);
    return ((await answer.json()) as Job).id;
  }

  async job(id: number): Promise<Job> {
    const answer = await this.get(`/jobs/${id}`);
    expect(answer.status()).toBe(200);
    return (await answer.json()) as Job;
  }

  /** The job once it has ended. */
  async ended(id: number): Promise<Job> {
    await expect.poll(async () => (await this.job(id)).endedAt, { timeout: 60_000 }).toBeTruthy();
    return this.job(id);
  }

  async me(): Promise<Me> {
    const answer = await this.get('/me');
    expect(answer.status()).toBe(200);
    return (await answer.json()) as Me;
  }

  /** How many jobs this caller has. */
  async jobs(): Promise<number> {
    const answer = await this.get('/jobs?scope=mine&limit=1');
    expect(answer.status()).toBe(200);
    const counts = Object.values(((await answer.json()) as JobPage).counts);
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

/** A demo person in a browser of their own, calling by its cookie. */
export async function byCookie(browser: Browser, name: string, password?: string): Promise<Caller> {
  const context = (await asPerson(browser, name, '/', password)).context();
  const { csrfToken } = await new Caller(context.request, {}).me();
  const cookies = await context.cookies(BASE);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect(csrfToken).toBeTruthy();
  return new Caller(context.request, {
    Cookie: cookie,
    Origin: BASE,
    'X-Gatehouse-CSRF': csrfToken ?? '',
  });
}

/** What a refusal says, checked to be one. */
export async function problem(answer: APIResponse, status: number): Promise<Problem> {
  expect(answer.status(), await answer.text()).toBe(status);
  expect(answer.headers()['content-type']).toMatch(/^application\/problem\+json/);
  const body = (await answer.json()) as Problem;
  expect(body.status).toBe(status);
  expect(body.title).toBeTruthy();
  return body;
}
